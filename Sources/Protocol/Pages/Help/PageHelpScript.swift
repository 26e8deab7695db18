import Formats

/// The script of a page with test users. A press on a user fills in the form. In a browser that says that a program drives it
/// (W3C WebDriver §4, `navigator.webdriver`), the script removes the users.
enum PageHelpScript {
    /// The SHA-256 digest of `text` as a CSP source. A test recomputes the digest and prints the correct value.
    static let hash = "sha256-VOe0vCWHbvJRC5ZjeJOWdYns3o7XnQ6w1RH1TsrjlQQ="

    static let text: StaticString = """

        (() => {
          const panel = document.querySelector('#understudyTestUsers');
          if (navigator.webdriver) return panel.parentElement.remove();
          const form = document.forms[0];
          for (const user of panel.querySelectorAll('[data-fill]')) {
            const fill = event => {
              event.preventDefault();
              const {username, password} = user.dataset;
              const field = form.querySelector('[autocomplete~=username]:not([hidden])');
              const secret = form.querySelector('#i0118, [autocomplete=current-password]');
              if (field && username) field.value = username;
              if (secret) secret.value = password ?? '';
              form.querySelector('[type=submit], button').focus();
            };
            user.addEventListener('click', fill);
            if (user.href) continue;
            Object.assign(user, {role: 'button', tabIndex: 0, className: 'link'});
            user.addEventListener('keydown', event => {
              if (event.key === 'Enter' || event.key === ' ') fill(event);
            });
          }
        })();

        """
}
