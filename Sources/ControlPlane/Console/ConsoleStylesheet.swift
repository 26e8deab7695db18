/// The style sheet of the console. Each color has a value for light mode and one for dark mode, with WCAG AA contrast to its
/// background.
enum ConsoleStylesheet {
    static let text: StaticString = """
        :root {
          color-scheme: light dark;
          --ground: #f7f5f3; --side: #efebe8; --card: #ffffff; --ink: #231c29; --soft: #625968; --line: #e2dcd8;
          --edge: #8c8392; --wash: #f5f1f4; --accent: #6d2a5d; --accent-strong: #541c47; --on-accent: #ffffff;
          --bad: #a61b1b; --bad-wash: #fcecea; --good: #1d6339; --good-wash: #e6f4ea; --calm-wash: #ece8ef; --chosen: #ffffff;
          --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #141116; --side: #1a161d; --card: #1d1921; --ink: #efeaf1; --soft: #b0a7b6; --line: #362f3b;
            --edge: #837a89; --wash: #27212c; --accent: #e0abd2; --accent-strong: #edc6e3; --on-accent: #2d1126;
            --bad: #ffa79d; --bad-wash: #3c2021; --good: #97d8ae; --good-wash: #1b3324; --calm-wash: #322b38; --chosen: #2f2735;
          }
        }
        *, ::before, ::after { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
          margin: 0; min-height: 100vh; display: grid; grid-template: 1fr auto / 14.5rem minmax(0, 1fr);
          font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
          color: var(--ink); background: var(--ground); overflow-wrap: anywhere;
        }
        .skip { position: absolute; left: -100rem; padding: .5rem 1rem; background: var(--card); z-index: 1; }
        .skip:focus { left: .5rem; top: .5rem; }
        .bar {
          position: sticky; top: 0; grid-row: span 2; align-self: start; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem;
          background: var(--side); border-inline-end: 1px solid var(--line);
        }
        .brand {
          display: flex; align-items: center; gap: .625rem; padding: 0 .625rem .75rem; font-size: 1.0625rem;
          font-weight: 650; color: inherit; text-decoration: none;
        }
        .star { fill: none; stroke: var(--accent); stroke-width: 1.5; }
        .understudy { fill: var(--accent); }
        nav h2 {
          margin: 1rem .625rem .25rem; font-size: .6875rem; font-weight: 600; letter-spacing: .06em;
          text-transform: uppercase; color: var(--soft);
        }
        nav ul { margin: 0; padding: 0; list-style: none; }
        nav a { display: block; padding: .375rem .625rem; border-radius: .5rem; color: inherit; text-decoration: none; }
        nav a:hover { background: var(--calm-wash); }
        nav a[aria-current] { font-weight: 600; color: var(--accent); background: var(--chosen); }
        main { padding: 2rem clamp(1rem, 3vw, 3rem) 4rem; max-width: 76rem; outline: none; }
        footer { grid-column: 2; padding: 0 clamp(1rem, 3vw, 3rem) 1.5rem; font-size: .8125rem; color: var(--soft); }
        h1 { margin: 0; font-size: 1.625rem; line-height: 1.25; font-weight: 650; letter-spacing: -.015em; }
        h2 { margin: 2rem 0 .625rem; font-size: 1.0625rem; font-weight: 620; }
        h3 { margin: 1.25rem 0 .5rem; font-size: .9375rem; font-weight: 620; }
        .lead { margin: .25rem 0 1.5rem; color: var(--soft); max-width: 46rem; text-wrap: pretty; }
        .soft { color: var(--soft); }
        p { margin: 0 0 .75rem; max-width: 46rem; }
        a { color: var(--accent); text-underline-offset: .2em; }
        a:hover { color: var(--accent-strong); }
        a:focus-visible, button:focus-visible, summary:focus-visible, pre:focus-visible, select:focus-visible,
        input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        code, pre { font-family: var(--mono); font-size: .8125rem; }
        .card { padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
        table {
          width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card);
          border: 1px solid var(--line); border-radius: .75rem; overflow: hidden;
        }
        th, td { padding: .5rem 1rem; text-align: start; vertical-align: top; }
        th { white-space: nowrap; font-size: .75rem; font-weight: 600; color: var(--soft); background: var(--wash); }
        td { border-top: 1px solid var(--line); overflow-wrap: break-word; }
        td code { overflow-wrap: anywhere; }
        td:last-child { min-width: 8rem; }
        .facts { margin: 0 0 1rem; padding: .25rem 1rem; background: var(--card); border: 1px solid var(--line);
          border-radius: .75rem; }
        .facts > div { display: grid; grid-template-columns: minmax(7rem, 13rem) minmax(0, 1fr); gap: 1rem;
          padding: .4375rem 0; }
        .facts > div + div { border-top: 1px solid var(--line); }
        .facts dt { color: var(--soft); }
        .facts dd { margin: 0; }
        .badge {
          display: inline-block; padding: .0625rem .5rem; border-radius: 1rem; font-size: .75rem; font-weight: 600;
          white-space: nowrap;
        }
        .good { color: var(--good); background: var(--good-wash); }
        .bad { color: var(--bad); background: var(--bad-wash); }
        .calm { color: var(--ink); background: var(--calm-wash); }
        .notice { padding: .75rem 1rem; margin: 0 0 1rem; border-radius: .625rem; background: var(--wash);
          border-inline-start: 3px solid var(--accent); max-width: none; }
        .notice.bad { border-color: var(--bad); background: var(--bad-wash); color: inherit; }
        .notice strong { color: var(--bad); }
        .notice p { max-width: none; }
        .notice > :last-child { margin-bottom: 0; }
        .block { margin: 0 0 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
        .block figcaption {
          display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 2.5rem;
          padding: .25rem .5rem .25rem 1rem; font-size: .8125rem; color: var(--soft);
          border-bottom: 1px solid var(--line);
        }
        .block pre { margin: 0; padding: .875rem 1rem; overflow-x: auto; border-radius: 0 0 .75rem .75rem; tab-size: 4; }
        .copy, .small {
          flex: none; padding: .25rem .75rem; font: inherit; font-size: .8125rem; font-weight: 600; cursor: pointer;
          color: var(--accent); background: none; border: 1px solid var(--line); border-radius: .5rem;
        }
        .copy:hover, .small:hover { background: var(--wash); }
        .button {
          min-height: 2.5rem; padding: .375rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
          color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .625rem;
        }
        .button:hover { background: var(--accent-strong); }
        .question { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: .625rem 1rem; align-items: center;
          max-width: 46rem; margin-bottom: 2rem; }
        .question .button { grid-column: 2; justify-self: start; }
        label { font-weight: 600; font-size: .875rem; }
        input[type=text], select {
          width: 100%; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card);
          border: 1px solid var(--edge); border-radius: .5rem;
        }
        select { width: auto; max-width: 100%; justify-self: start; }
        ::placeholder { color: var(--soft); opacity: 1; }
        .tabs { display: flex; flex-wrap: wrap; gap: .375rem; margin: 1.25rem 0; padding: 0; list-style: none; }
        .tabs a { display: block; padding: .375rem .875rem; border: 1px solid var(--line); border-radius: 2rem;
          color: inherit; text-decoration: none; background: var(--card); }
        .tabs a:hover { background: var(--wash); }
        .tabs a[aria-current] { color: var(--on-accent); background: var(--accent); border-color: transparent; }
        .trail { margin: 0 0 1rem; font-size: .875rem; }
        .more > summary { cursor: pointer; color: var(--accent); }
        .steps { margin: 0 0 1rem; padding-inline-start: 1.25rem; }
        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; margin: 0 0 1rem; }
        .tools form { display: contents; }
        @media (max-width: 48rem) {
          body { display: block; }
          .bar { position: static; height: auto; padding: .75rem 0 0; border: 0; border-bottom: 1px solid var(--line); }
          .brand { padding: 0 1rem .5rem; }
          nav { display: flex; overflow-x: auto; padding: 0 .5rem .5rem; scrollbar-width: none; }
          nav section, nav ul { display: flex; }
          nav h2 { display: none; }
          nav a { white-space: nowrap; }
          main { padding: 1.25rem 1rem 3rem; }
          footer { padding: 0 1rem 1.25rem; }
          thead { position: absolute; left: -100rem; }
          table, tbody, tr, td { display: block; }
          tr + tr { border-top: 1px solid var(--line); }
          tr { padding: .5rem 0; }
          td { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .75rem; padding: .25rem 1rem; border: 0;
            overflow-wrap: anywhere; }
          td::before { content: attr(data-label); font-size: .8125rem; color: var(--soft); }
          .facts > div { grid-template-columns: 7.5rem minmax(0, 1fr); gap: .75rem; }
          .question { grid-template-columns: minmax(0, 1fr); gap: .375rem; }
          .question .button { grid-column: 1; margin-top: .5rem; }
        }

        """
}
