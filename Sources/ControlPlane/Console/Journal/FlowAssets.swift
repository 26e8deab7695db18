/// The styles and the script of the pages of the request journal.
enum FlowAssets {
    static let styles: StaticString = """
        .search { display: flex; flex-wrap: wrap; align-items: end; gap: .625rem 1rem; margin-bottom: .75rem; }
        .search label { display: grid; gap: .25rem; font-size: .8125rem; color: var(--soft); }
        .search > label:first-of-type { flex: 1 1 16rem; }
        .search > label:has(> [type=number]) { flex: 0 1 11rem; }
        .search .more { flex: 1 0 100%; }
        .search input, .search select { min-height: 2.5rem; font-weight: 400; font-size: .9375rem; color: var(--ink); }
        .search select { width: 100%; }
        .conditions label { min-width: 0; }
        .conditions { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
          gap: .625rem 1rem; padding: .75rem 0 .25rem; }
        .clear { position: relative; width: fit-content; margin: 0 0 -2rem auto; }
        .flow .when { font-size: .875rem; }
        .flow:focus-visible, .flow:focus { background: var(--wash); }
        kbd { padding: 0 .375rem; font: .8125rem var(--mono); border: 1px solid var(--edge); border-radius: .25rem; }
        dialog { max-width: 28rem; padding: 1.25rem 1.5rem; color: inherit; background: var(--ground);
          border: 1px solid var(--line); border-radius: .75rem; }
        dialog::backdrop { background: #0008; }
        dialog h2 { margin-top: 0; }
        dialog .facts > div { grid-template-columns: 5rem minmax(0, 1fr); }
        .keys { margin-top: 1rem; }
        .inside h2 { margin: 1.25rem 0 .5rem; font-size: .9375rem; }
        .sides h3 { margin: .75rem 0 .375rem; font-size: .875rem; }
        .exchange .links { margin-top: 1rem; font-size: .875rem; }
        @media (max-width: 48rem) { .clear { margin: 0 0 1rem; } .keys { display: none; } }

        """

    /// The keyboard shortcuts: `/` goes to the search field, `j` and `k` move in the list, `u` goes back to the list, and `?` shows
    /// the dialog. A link or a summary has the focus, so that Enter opens the row.
    static let script: StaticString = """
        (() => {
          const dialog = document.getElementById("shortcuts");
          if (!dialog) return;
          for (const hint of document.querySelectorAll(".keys[hidden]")) hint.hidden = false;
          const move = (step) => {
            const rows = [...document.querySelectorAll("#live .flow, #live .exchange > summary")];
            const at = rows.indexOf(document.activeElement);
            const next = at < 0 && step < 0 ? rows.length - 1 : at + step;
            const row = rows[Math.min(Math.max(next, 0), rows.length - 1)];
            row?.focus();
            row?.scrollIntoView({ block: "nearest" });
          };
          const actions = {
            "/": () => (document.getElementById("flow-q") ?? document.querySelector(".trail a"))?.focus(),
            j: () => move(1),
            k: () => move(-1),
            u: () => document.querySelector(".trail a")?.click(),
            "?": () => dialog.showModal(),
          };
          document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
            if (event.target.closest("input, select, textarea")) {
              if (event.key === "Escape") event.target.blur();
              return;
            }
            if (!Object.hasOwn(actions, event.key)) return;
            event.preventDefault();
            actions[event.key]();
          });
        })();

        """
}
