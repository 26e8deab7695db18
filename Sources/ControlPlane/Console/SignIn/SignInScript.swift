/// The part of the console's script for "Try a sign-in". The script posts the authorization response to the console's own page, as
/// the button of the page does.
enum SignInScript {
    static let text: StaticString = """
        (() => {
          // A field of the form can have the name "submit".
          const submit = (form) => HTMLFormElement.prototype.submit.call(form);
          const fragment = document.getElementById("fragment");
          if (fragment && location.hash.length > 1) {
            fragment.value = location.hash.slice(1);
            history.replaceState(null, "", location.pathname);
            submit(fragment.form);
          }
          const response = document.getElementById("sign-in-response");
          if (response) submit(response);
        })();

        """
}
