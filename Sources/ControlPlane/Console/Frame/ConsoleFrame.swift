import Formats

/// The frame of every console page: the colors, the navigation and the theme button.
enum ConsoleFrame {
    /// The ID of the navigation, which is a popover on narrow screens and is always visible on wide ones.
    static let menu = "menu"

    /// The custom properties for colors. Each color has a value for the light theme and one for the dark theme, with WCAG AA
    /// contrast to its background. The browser's preference decides unless `data-theme` names a theme.
    static var colors: [UInt8] {
        Console.bytes(":root { color-scheme: light dark; ") + Console.bytes(light)
            + Console.bytes(" }\n@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ")
            + Console.bytes(dark) + Console.bytes(" } }\n:root[data-theme=dark] { color-scheme: dark; ")
            + Console.bytes(dark) + Console.bytes(" }\n:root[data-theme=light] { color-scheme: light; }\n")
    }

    private static let light: StaticString = """
        --ground: #f7f5f3; --side: #efebe8; --card: #ffffff; --ink: #231c29; --soft: #625968; --line: #e2dcd8;
        --edge: #8c8392; --wash: #f5f1f4; --accent: #6d2a5d; --accent-strong: #541c47; --on-accent: #ffffff;
        --bad: #a61b1b; --bad-wash: #fcecea; --good: #1d6339; --good-wash: #e6f4ea; --calm-wash: #ece8ef; --chosen: #ffffff;
        --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
        """

    private static let dark: StaticString = """
        --ground: #141116; --side: #1a161d; --card: #1d1921; --ink: #efeaf1; --soft: #b0a7b6; --line: #362f3b;
        --edge: #837a89; --wash: #27212c; --accent: #e0abd2; --accent-strong: #edc6e3; --on-accent: #2d1126;
        --bad: #ffa79d; --bad-wash: #3c2021; --good: #97d8ae; --good-wash: #1b3324; --calm-wash: #322b38; --chosen: #2f2735;
        """

    /// The styles of the bar with the navigation.
    static let style: StaticString = """
        .bar {
          position: sticky; top: 0; grid-row: span 2; align-self: start; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem;
          display: flex; flex-direction: column; background: var(--side); border-inline-end: 1px solid var(--line);
        }
        .brand {
          display: flex; align-items: center; gap: .625rem; padding: 0 .625rem .75rem; font-size: 1.0625rem;
          font-weight: 650; color: inherit; text-decoration: none;
        }
        .star { fill: none; stroke: var(--accent); stroke-width: 1.5; }
        .understudy { fill: var(--accent); }
        .bar .theme { margin: auto .625rem 0; }
        .theme b { font-weight: inherit; text-transform: capitalize; }
        nav h2 {
          margin: 1rem .625rem .25rem; font-size: .6875rem; font-weight: 600; letter-spacing: .06em;
          text-transform: uppercase; color: var(--soft);
        }
        nav ul { margin: 0; padding: 0; list-style: none; }
        nav a { display: block; padding: .375rem .625rem; border-radius: .5rem; color: inherit; text-decoration: none; }
        nav a:hover { background: var(--calm-wash); }
        nav a[aria-current] { font-weight: 600; color: var(--accent); background: var(--chosen); }
        @media (min-width: 48.01rem) {
          .menu { display: none; }
          nav[popover] { display: block; position: static; width: auto; height: auto; margin: 0 0 1rem; padding: 0; border: 0;
            color: inherit; background: none; overflow: visible; }
        }

        """

    /// The styles of the bar on narrow screens: one line with a button that opens the navigation.
    static let phoneStyle: StaticString = """
        @media (max-width: 48rem) {
          .bar { position: sticky; z-index: 1; height: auto; flex-flow: row wrap; align-items: center; gap: .5rem;
            padding: .5rem 1rem; border: 0; border-bottom: 1px solid var(--line); overflow: visible; }
          .brand { margin-inline-end: auto; padding: 0; }
          .bar .theme { margin: 0; }
          .theme .word { position: absolute; left: -100rem; }
          .theme::before { content: "◐ " / ""; }
          @media (max-width: 23rem) { .theme b { position: absolute; left: -100rem; } }
          .bar .small { min-height: 2.5rem; }
          nav[popover] { inset: 3.75rem .5rem auto; width: auto; max-height: calc(100vh - 4.5rem); margin: 0;
            padding: .25rem .5rem .75rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge);
            border-radius: .75rem; overflow-y: auto; }
          nav[popover]:popover-open { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 .5rem; }
          nav[popover]::backdrop { background: rgb(0 0 0 / .3); }
          nav a { min-height: 2.75rem; padding: .625rem; }
        }

        """

    /// The script that applies the chosen theme before the page is drawn, and handles the button. The browser keeps the choice.
    static let theme: StaticString = """
        "use strict";
        (() => {
          const modes = ["system", "light", "dark"];
          const key = "understudy-theme";
          const root = document.documentElement;
          let mode = modes[0];
          // Browsers that block storage throw.
          try { mode = modes.find((known) => known === localStorage.getItem(key)) ?? mode; } catch {}
          const apply = () => {
            if (mode === modes[0]) delete root.dataset.theme; else root.dataset.theme = mode;
          };
          apply();
          document.addEventListener("DOMContentLoaded", () => {
            const button = document.querySelector("button.theme");
            const say = () => { button.querySelector("b").textContent = mode; };
            say();
            button.hidden = false;
            button.addEventListener("click", () => {
              mode = modes[(modes.indexOf(mode) + 1) % modes.length];
              try { localStorage.setItem(key, mode); } catch {}
              apply();
              say();
            });
          });
        })();

        """
}

extension HTMLWriter {
    /// Writes the button that opens the navigation on narrow screens. A popover needs no script.
    mutating func consoleMenuButton(of section: ConsoleSection) {
        element(
            "button",
            [
                "type": "button", "class": "small menu", "popovertarget": ConsoleFrame.menu,
                "aria-label": "Menu, current section: \(section.title)",
            ], text: "Menu")
        raw("\n")
    }

    /// Writes the button that switches between the browser's theme, the light and the dark one. The script shows the button.
    mutating func consoleThemeButton() {
        raw(
            """
            <button type="button" class="small theme" hidden><span class="word">Theme: </span><b>system</b></button>

            """)
    }

    /// Writes the text of an empty list: what fills the list, with a command that does so and links.
    mutating func teaching(_ text: String, _ block: CodeBlock?, links: [(text: String, href: String)] = []) {
        element("div", ["class": "card teaching"]) { html in
            html.raw("\n")
            html.element("p", text: text)
            if let block { html.codeBlock(block) }
            for link in links {
                html.element("a", ["href": link.href], text: link.text)
                html.raw(" ")
            }
        }
        raw("\n")
    }
}
