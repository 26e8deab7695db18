/// The script of the console. The script shows and handles the copy buttons, and replaces the live part of a page when the
/// server reports a new request. The server renders all pages.
enum ConsoleScript {
    static let text: StaticString = """
        "use strict";
        (() => {
          const revealButtons = (root) => {
            for (const button of root.querySelectorAll("button.copy[hidden]")) button.hidden = false;
          };

          const copy = async (text) => {
            if (navigator.clipboard) return navigator.clipboard.writeText(text);
            const area = document.createElement("textarea");
            area.value = text;
            document.body.append(area);
            area.select();
            document.execCommand("copy");
            area.remove();
          };

          document.addEventListener("click", async (event) => {
            const button = event.target.closest("button.copy");
            if (!button) return;
            let said = "Copied";
            try {
              await copy(button.dataset.copy ?? button.closest(".block").querySelector("pre").textContent);
            } catch {
              said = "Copy failed";
            }
            button.textContent = said;
            setTimeout(() => { button.textContent = "Copy"; }, 1500);
          });

          const live = document.getElementById("live");
          const status = document.getElementById("live-status");
          const say = (state, text) => {
            if (!status || status.dataset.state === state) return;
            status.dataset.state = state;
            status.textContent = text;
          };

          // Without a name and password of the address bar, with which nothing can be fetched.
          const here = (address) => location.origin + address;
          let drawn = live?.innerHTML;

          const redraw = async () => {
            const answer = await fetch(here(location.pathname + location.search));
            if (!answer.ok) return;
            const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
            if (!fresh || fresh.innerHTML === drawn) return;
            drawn = fresh.innerHTML;
            const states = new Map([...live.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]));
            const focused = document.activeElement && live.contains(document.activeElement)
              ? document.activeElement.id : "";
            for (const details of fresh.querySelectorAll("details[id]")) {
              if (states.has(details.id)) details.open = states.get(details.id);
            }
            revealButtons(fresh);
            live.replaceChildren(...fresh.childNodes);
            if (focused) document.getElementById(focused)?.focus();
          };

          const watch = (address) => {
            let due;
            const soon = () => {
              due ??= setTimeout(async () => {
                due = undefined;
                try { await redraw(); } catch { say("lost", "Connection lost"); }
              }, 120);
            };
            let source;
            const listen = () => {
              source = new EventSource(here(address));
              source.onopen = () => { say("live", "Live"); soon(); };
              source.onerror = () => say("lost", "Connection lost");
              source.addEventListener("request", soon);
            };
            // A page that nobody looks at holds no connection: browsers have few for one server.
            document.addEventListener("visibilitychange", () => {
              source?.close();
              source = undefined;
              if (!document.hidden) listen();
            });
            if (!document.hidden) listen();
          };

          // For pages whose changes no event reports.
          const poll = (milliseconds) => {
            const look = async () => {
              if (document.hidden) return;
              try { await redraw(); say("live", "Live"); } catch { say("lost", "Connection lost"); }
            };
            setInterval(look, milliseconds);
            look();
          };

          revealButtons(document);
          if (live?.dataset.stream && "EventSource" in window) watch(live.dataset.stream);
          if (live?.dataset.poll) poll(Number(live.dataset.poll));
        })();

        """
}
