import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of the page of the stubs.
    static let consoleStubs: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/scripts", .consoleStubs),
        Route(["POST"], "/_understudy/console/scripts", .consoleStubRemoval),
        Route(["POST"], "/_understudy/console/scripts/new", .consoleNewStub),
    ]
}

extension ControlEndpoint {
    /// The page of the stubs. Query parameters with the names of the form's fields fill the form.
    static var consoleStubs: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let form = StubForm(try context.query.get())
            return .stubs(StubBuilder(form, context, server), context, server)
        }
    }

    /// Removes the stub that the form names, or else all stubs, and redirects to the list of stubs.
    static var consoleStubRemoval: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let id = try context.form.get()?["id"]
            do throws(ProblemDocument) {
                try server.stubs.remove(StubFilter(id: id), in: context.services.directory)
            } catch {
                return error.response
            }
            return .seeOther(ConsoleSection.stubs.path)
        }
    }

    /// Adds the stub of the form and redirects to the stub, or shows the preview of the form. For an invalid stub, the response is
    /// the page with the problems next to the fields.
    static var consoleNewStub: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let form = StubForm(try context.form.get() ?? Form())
            guard form.form["do"].map({ $0.isExactly("add") }) == true else {
                return .stubs(StubBuilder(form, context, server), context, server)
            }
            do throws(ProblemDocument) {
                let stub = try StubRequest.stub(form.json, id: server.random.guid().description)
                try server.stubs.add(stub)
                return .seeOther("\(ConsoleSection.stubs.path)#script-\(stub.id)")
            } catch {
                let builder = StubBuilder(form, context, server, failure: error)
                return .stubs(builder, context, server, status: error.status)
            }
        }
    }
}

extension HTTPResponse {
    /// Creates the response of the page of the stubs.
    fileprivate static func stubs(
        _ builder: StubBuilder, _ context: RequestContext, _ server: any ControlServer, status: Int = 200
    ) -> HTTPResponse {
        let directory = context.services.directory
        return .console(
            StubsView(server.stubs, in: directory, mask: server.mask(directory), builder: builder), status: status)
    }
}

/// The script and the styles of the form that builds a stub.
enum StubBuilderAssets {
    /// The script updates the preview and the error codes while an operator types. The server renders both.
    static let script: StaticString = """
        (() => {
          const form = document.getElementById("builder");
          if (!form) return;
          const parts = ["preview", "codes"];
          let due, turn = 0;
          const refresh = async () => {
            const mine = ++turn;
            const fields = new URLSearchParams(new FormData(form));
            fields.set("do", "preview");
            const answer = await fetch(location.origin + form.getAttribute("action"), { method: "POST", body: fields });
            if (!answer.ok || mine !== turn) return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            for (const id of parts) {
              const [now, next] = [document.getElementById(id), page.getElementById(id)];
              if (now && next && now.innerHTML !== next.innerHTML) now.replaceChildren(...next.childNodes);
            }
            for (const button of document.querySelectorAll("#preview button.copy[hidden]")) button.hidden = false;
          };
          const soon = () => {
            clearTimeout(due);
            due = setTimeout(() => refresh().catch(() => {}), 250);
          };
          for (const kind of ["input", "change"]) form.addEventListener(kind, soon);
          form.addEventListener("click", (event) => {
            const code = event.target.closest("button[name=pick]");
            if (!code) return;
            event.preventDefault();
            const field = document.getElementById("field-error");
            field.value = code.value;
            field.focus();
            soon();
          });
        })();

        """

    static let style: StaticString = """
        .builder fieldset { margin: 0 0 1rem; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line);
          border-radius: .75rem; min-width: 0; }
        .builder legend { padding: 0 .375rem; font-weight: 620; }
        .builder .question { margin: 0; }
        .builder .more { margin-top: .75rem; }
        .builder .more .question { margin-top: .75rem; }
        .builder > .question { margin: 0 0 1.5rem; padding: 0 1.25rem; max-width: 48.5rem; }
        .builder .add { grid-column: 2; }
        .enter { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); }
        .codes { grid-column: 2; display: grid; gap: .25rem; }
        .codes:empty { display: none; }
        .codes .code { padding: .375rem .625rem; font: inherit; font-size: .8125rem; text-align: start; color: inherit;
          cursor: pointer; background: var(--wash); border: 1px solid var(--line); border-radius: .5rem; }
        .codes .code:hover { border-color: var(--edge); }
        .codes b { color: var(--accent); }
        .matches { margin: 0 0 1rem; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line);
          border-radius: .75rem; }
        .matches li { padding: .5rem 1rem; }
        .matches li + li { border-top: 1px solid var(--line); }
        @media (max-width: 48rem) {
          .builder .add, .codes { grid-column: 1; }
          .builder .add { margin-top: .5rem; }
          .builder .add .button { margin: 0; }
        }

        """
}
