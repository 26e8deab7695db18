import Formats

/// The script of pages with a form. Every page works without it. With it, a page behaves in the browser as the service's page:
///
/// - Elements become the kinds of elements that UI automation finds there (`data-as`): buttons that do not submit, links and tiles.
/// - A required field that is empty (`data-missing`) is reported in the browser, in the element that `data-problem` names, and
///   reaches neither the server nor the count of wrong passwords.
/// - The primary button works once for each page.
/// - The fields that the service's page has off the screen are there. A password that is entered early, on the page that asks for
///   the username, is kept for the next page.
enum PageScript {
    /// The SHA-256 digest of `text` as a CSP source. A test recomputes the digest and prints the correct value.
    static let hash = "sha256-NNt7cbTaCdYcGVHKq642QUbHXcxSVK0u8ORAsR2s9EQ="

    static let text: StaticString = """

        (() => {
          const form = document.forms[0];
          const press = (name, value) => {
            const field = document.createElement('input');
            Object.assign(field, {type: 'hidden', name, value});
            form.append(field);
            HTMLFormElement.prototype.submit.call(form);
          };
          for (const old of form.querySelectorAll('[data-as]')) {
            const name = old.name ?? old.dataset.name;
            const value = old.value ?? old.dataset.value;
            const kind = old.dataset.as;
            const made = document.createElement(kind);
            for (const attribute of old.attributes) {
              if (!['data-as', 'type', 'name', 'value'].includes(attribute.name)) {
                made.setAttribute(attribute.name, attribute.value);
              }
            }
            if (kind === 'input') Object.assign(made, {type: 'button', value});
            else if (old.tagName === 'INPUT') made.append(value);
            else made.append(...old.childNodes);
            if (kind === 'button') made.type = 'button';
            if (kind === 'a') made.href = '#';
            if (kind === 'div') Object.assign(made, {role: 'button', tabIndex: 0});
            made.addEventListener('click', event => { event.preventDefault(); press(name, value); });
            if (kind === 'div') made.addEventListener('keydown', event => {
              if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); press(name, value); }
            });
            old.replaceWith(made);
          }
          const offScreen = (type, name, value) => {
            const field = document.createElement('input');
            Object.assign(field, {type, name, value, className: 'moveOffScreen', tabIndex: -1, autocomplete: 'off'});
            field.setAttribute('aria-hidden', 'true');
            form.append(field);
            return field;
          };
          let early;
          const password = form.querySelector('#i0118');
          if (password) {
            offScreen('text', 'loginfmt', document.querySelector('#displayName').title).disabled = true;
            password.value = sessionStorage.getItem('passwd') ?? '';
          } else if (form.querySelector('#i0116')) {
            early = offScreen('password', 'passwd', '');
            early.id = 'i0118';
          }
          sessionStorage.removeItem('passwd');
          form.addEventListener('submit', event => {
            for (const field of form.querySelectorAll('[data-missing]')) {
              if (field.value.trim()) continue;
              event.preventDefault();
              const alert = form.querySelector('[role=alert]');
              const problem = document.createElement('div');
              Object.assign(problem, {id: field.dataset.problem, className: 'alert-error problem'});
              problem.append(field.dataset.missing);
              alert.replaceChildren(problem);
              field.classList.add('has-error');
              field.setAttribute('aria-invalid', 'true');
              field.setAttribute('aria-describedby', 'loginHeader ' + problem.id);
              field.focus();
              return;
            }
            if (early) {
              if (early.value) sessionStorage.setItem('passwd', early.value);
              early.disabled = true;
            }
            const primary = event.submitter;
            setTimeout(() => { if (primary) primary.disabled = true; });
          });
          addEventListener('pageshow', () => {
            for (const button of form.querySelectorAll('[type=submit]')) button.disabled = false;
            if (early) early.disabled = false;
          });
        })();

        """
}
