import Formats

/// The script of the pages of B2C policies. Every page works without it. With it, a page behaves in the browser as the service's
/// page:
///
/// - The mail address is verified on the page, which keeps everything that was entered, passwords too.
/// - Empty required fields, passwords that differ, and an address that was not verified are reported in the browser, and reach
///   neither the server nor the count of wrong passwords.
/// - The button that finishes the page works once.
enum PolicyScript {
    /// The SHA-256 digest of `text` as a CSP source. A test recomputes the digest and prints the correct value.
    static let hash = "sha256-pfEkQSYgDOKi2BlTmhW94n+Q3uNiLbBKGsXay4t3ikg="

    static let text: StaticString = """

        (() => {
          const form = document.forms[0];
          const byID = id => document.getElementById(id);
          const hide = (element, isHidden) => {
            element.hidden = isHidden;
            if (element.hasAttribute('aria-hidden')) element.setAttribute('aria-hidden', isHidden);
          };
          const clear = () => {
            byID('userFlowError')?.remove();
            for (const error of form.querySelectorAll('.error, .verificationErrorText > *')) hide(error, true);
            for (const field of form.querySelectorAll('[aria-invalid]')) {
              field.removeAttribute('aria-invalid');
              field.removeAttribute('aria-describedby');
            }
          };
          const show = (error, text) => {
            const words = document.createElement('span');
            if (!byID('userFlowError')) words.id = 'userFlowError';
            words.textContent = text;
            error.firstElementChild.replaceChildren(words);
            hide(error, false);
          };
          const isEmpty = field => !(field.type === 'password' ? field.value : field.value.trim());
          const missing = () => [...form.querySelectorAll('[data-missing]')].filter(isEmpty);
          const differ = () => byID('reenterPassword') && byID('newPassword').value !== byID('reenterPassword').value;
          const isUnverified = () => control && byID('emailVerificationControl_but_change_claims').hidden;
          const report = () => {
            const fields = missing();
            for (const field of fields) {
              const error = field.parentElement.querySelector('.itemLevel');
              error.id ||= field.id + '_error';
              show(error, field.dataset.missing);
              field.setAttribute('aria-invalid', 'true');
              field.setAttribute('aria-describedby', error.id);
            }
            fields[0]?.focus();
            const id = fields.length ? 'requiredFieldMissing'
              : differ() ? 'passwordEntryMismatch'
              : isUnverified() ? 'claimVerificationServerError' : '';
            const error = byID(id);
            if (error) show(error, error.dataset.text);
            return Boolean(id);
          };
          const control = byID('emailVerificationControl');
          const verify = async button => {
            const fields = new URLSearchParams([['pageAction', button.value]]);
            for (const field of form.querySelectorAll('[type=hidden], #emailVerificationControl input')) {
              fields.append(field.name, field.value);
            }
            const response = await fetch(form.action, {method: 'POST', body: fields});
            const page = new DOMParser().parseFromString(await response.text(), 'text/html');
            form.elements.flowToken.value = page.forms[0].elements.flowToken.value;
            for (const made of page.querySelectorAll('#emailVerificationControl [id]')) {
              const old = byID(made.id);
              if (!old) continue;
              hide(old, made.hidden);
              if (made.tagName === 'INPUT') Object.assign(old, {readOnly: made.readOnly, value: made.value});
              if (made.getAttribute('role') === 'alert') old.replaceChildren(...made.childNodes);
            }
          };
          form.querySelector('[data-default]')?.remove();
          for (const button of control?.querySelectorAll('button') ?? []) {
            button.type = 'button';
            button.addEventListener('click', async () => {
              clear();
              button.disabled = true;
              try {
                await verify(button);
              } catch {
                button.type = 'submit';
                button.disabled = false;
                form.requestSubmit(button);
              }
              button.disabled = false;
            });
          }
          form.addEventListener('submit', event => {
            const button = event.submitter;
            if (button && button.id !== 'next' && button.id !== 'continue') return;
            clear();
            if (report()) event.preventDefault();
            else setTimeout(() => { if (button) button.disabled = true; });
          });
          addEventListener('pageshow', () => {
            for (const button of form.querySelectorAll('[type=submit]')) button.disabled = false;
          });
        })();

        """
}
