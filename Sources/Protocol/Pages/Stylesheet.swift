/// The only style sheet. Every page contains it, so that a page is one request and the Content-Security-Policy can allow it by
/// its hash. Colors are pairs for light and dark mode; each has WCAG AA contrast with its background.
enum Stylesheet {
    /// The SHA-256 digest of `text` as a CSP source. A test recomputes the digest and prints the correct value.
    static let hash = "sha256-ehbLH4Bl4UYT/EEfznRNSwnO+KFnf0EtOv8KZoh6RT8="

    static let text: StaticString = """

        :root {
          color-scheme: light dark;
          --ground: #f3f0ec; --glow: #fffdf9; --card: #ffffff; --ink: #231c29; --soft: #665d6c; --line: #e6e0dc;
          --edge: #8c8392; --wash: #f6f2f5; --accent: #6d2a5d; --accent-strong: #541c47; --on-accent: #ffffff;
          --bad: #a61b1b; --bad-wash: #fcefed; --shadow: 0 1px 2px #231c2914, 0 12px 40px -12px #231c2926;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #131015; --glow: #251e29; --card: #1d1921; --ink: #efeaf1; --soft: #aba2b1; --line: #352e3a;
            --edge: #837a89; --wash: #28222d; --accent: #e0abd2; --accent-strong: #edc6e3; --on-accent: #2d1126;
            --bad: #ffa79d; --bad-wash: #3a1e1f; --shadow: 0 12px 40px -12px #000000a0;
          }
        }
        *, ::before, ::after { box-sizing: border-box; }
        body {
          margin: 0; min-height: 100vh; min-height: 100dvh; padding: clamp(0rem, 5vh, 5rem) 1rem 0;
          display: grid; grid-template: auto auto auto 1fr / minmax(0, 27.5rem); justify-content: center;
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
          color: var(--ink); overflow-wrap: anywhere;
          background: radial-gradient(46rem 34rem at 50% -6rem, var(--glow), transparent) var(--ground) no-repeat;
        }
        .brand {
          display: flex; align-items: center; justify-content: center; gap: .625rem; padding: 1.5rem 0;
          font-weight: 600; letter-spacing: .01em;
        }
        .brand svg { flex: none; }
        .star { fill: none; stroke: var(--accent); stroke-width: 1.5; }
        .understudy { fill: var(--accent); }
        .card {
          padding: 2.25rem; border: 1px solid var(--line); border-radius: 1rem;
          background: var(--card); box-shadow: var(--shadow);
        }
        footer { grid-row: 4; padding: 1.5rem 0 2rem; text-align: center; font-size: .8125rem; color: var(--soft); }
        .help { margin-top: 1rem; padding: 0 2.25rem; font-size: .875rem; color: var(--soft); }
        .help details { border-bottom: 1px solid var(--line); }
        .help summary { padding: .5rem 0; font-weight: 600; cursor: pointer; }
        .help ul { margin: 0 0 1rem; padding: 0; list-style: none; }
        .help li { padding: .25rem 0; }
        .help dl { margin: 0; }
        .help dd { margin: 0 0 .75rem; color: var(--ink); }
        h1 { margin: 0 0 .25rem; font-size: 1.625rem; line-height: 1.25; font-weight: 650; letter-spacing: -.015em; }
        h2 { margin: 1.75rem 0 .75rem; font-size: .9375rem; }
        p { margin: 0 0 1rem; text-wrap: pretty; }
        form { margin-top: 1.5rem; }
        .lead, .soft { color: var(--soft); }
        .name { font-weight: 600; color: var(--ink); }
        .account { display: flex; align-items: center; gap: .625rem; margin: 1rem 0; }
        .card > .account:first-child { margin-top: 0; }
        .avatar {
          flex: none; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; overflow: hidden;
          font-size: .875rem; font-weight: 600; color: var(--accent); background: var(--wash);
          border: 1px solid var(--line);
        }
        .plus { font-size: 1.125rem; border-style: dashed; border-color: var(--edge); background: none; }
        label, legend { display: block; font-size: .875rem; font-weight: 600; }
        .field {
          display: block; width: 100%; margin-top: .375rem; padding: .6875rem .8125rem; font: inherit; color: inherit;
          background: var(--card); border: 1px solid var(--edge); border-radius: .625rem;
        }
        .field::placeholder { color: var(--soft); opacity: 1; }
        .field[aria-invalid] { border-color: var(--bad); }
        .problem { margin: .5rem 0; font-size: .875rem; color: var(--bad); }
        .entry-item, .attrEntry { margin: 0 0 1rem; }
        .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
        .verify { margin-bottom: 1.25rem; }
        .button {
          flex: 1 1 8rem; min-width: fit-content; min-height: 2.875rem; padding: .5rem 1.25rem;
          font: inherit; font-weight: 600; cursor: pointer;
          color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .625rem;
        }
        a.button { text-align: center; text-decoration: none; }
        .button:hover { background: var(--accent-strong); }
        .quiet { color: var(--ink); background: none; border-color: var(--edge); }
        .button:disabled { opacity: .6; cursor: progress; }
        .quiet:hover, .table:hover, .permission:hover { background: var(--wash); }
        .link {
          padding: 0; font: inherit; color: var(--accent); background: none; border: 0; cursor: pointer;
          text-align: start; text-decoration: underline; text-underline-offset: .2em;
        }
        .link:hover { color: var(--accent-strong); }
        .aside { margin: 1.5rem 0 0; font-size: .875rem; color: var(--soft); }
        .button:focus-visible, .table:focus-visible, .link:focus-visible, .permission:focus-within,
        input[type=checkbox]:focus-visible, summary:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px;
        }
        .field:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
        .field[aria-invalid]:focus-visible { outline-color: var(--bad); }
        .permission input:focus-visible { outline: none; }
        .tiles, .permissions { margin: 0; padding: 0; list-style: none; }
        .table {
          display: block; width: calc(100% + 1.5rem); margin: 0 -.75rem;
          padding: .75rem; font: inherit; text-align: start; color: inherit; background: none; border: 0;
          border-radius: .75rem; cursor: pointer;
        }
        .tiles > li:has(> .link) { padding-block: .25rem; }
        .table-row { display: flex; align-items: center; gap: .875rem; }
        .table .avatar { width: 2.5rem; height: 2.5rem; font-size: 1rem; }
        .content { min-width: 0; }
        .content small { font-size: .875rem; }
        .displaySign {
          margin: 1.5rem 0; text-align: center; font-size: 3rem; line-height: 1.2; font-weight: 650;
          font-variant-numeric: tabular-nums; letter-spacing: .05em;
        }
        @media (scripting: none) { noscript { display: contents; } }
        .technical { margin: .25rem 0 .75rem; font-size: .8125rem; color: var(--soft); }
        .technical summary { cursor: pointer; }
        .technical p { margin: .25rem 0 0; }
        .moveOffScreen { position: fixed; inset-block-end: 100%; inset-inline-end: 100%; }
        .lines { display: grid; justify-items: start; min-width: 0; font-size: .875rem; }
        .lines > * { text-align: -webkit-match-parent; text-align: match-parent; }
        .lines .name { font-size: 1rem; }
        .check { display: flex; align-items: center; gap: .625rem; font-weight: 400; }
        input[type=checkbox] { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); }
        fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
        legend { margin-bottom: .5rem; padding: 0; }
        .permissions li + li { border-top: 1px solid var(--line); }
        .permission {
          display: flex; gap: .875rem; margin: 0 -.75rem; padding: .75rem; font-weight: 400; border-radius: .75rem;
        }
        .permission input { margin-top: .1875rem; }
        html:has(.decision) { scroll-padding-block-end: 8rem; }
        .decision {
          margin: 1rem -2.25rem -2.25rem; padding: 1.25rem 2.25rem 2.25rem; border-top: 1px solid var(--line);
          border-radius: 0 0 1rem 1rem; background: var(--card);
        }
        .decision .actions { margin-top: 0; }
        .notice {
          margin: 1.25rem 0 0; padding: .875rem 1rem; font-size: .9375rem; background: var(--wash);
          border-radius: .625rem; border-inline-start: 3px solid var(--accent);
        }
        .verificationSuccessText .notice { margin-block-end: 1.25rem; }
        .notice, .problem, .technical p, .facts > * { unicode-bidi: plaintext; }
        .bad { background: var(--bad-wash); border-color: var(--bad); }
        .facts { display: grid; gap: .125rem; margin: 0; font-size: .8125rem; }
        .facts dt { color: var(--soft); }
        .facts dd { margin: 0 0 .625rem; font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
        .facts dd:last-child { margin-bottom: 0; }
        @media (min-height: 30rem) { .decision { position: sticky; inset-block-end: 0; } }
        @media (max-width: 30rem) {
          body { padding: 0; background: var(--card); }
          .brand { justify-content: start; padding: 1.25rem 1.25rem 0; }
          .card { padding: 1.75rem 1.25rem; border: 0; border-radius: 0; background: none; box-shadow: none; }
          .decision { margin: 1rem -1.25rem -1.75rem; padding: 1rem 1.25rem; }
          .help { padding: 0 1.25rem; }
          footer { align-self: end; padding: 1rem 1.25rem 1.5rem; border-top: 1px solid var(--line); }
        }
        @media (prefers-reduced-motion: no-preference) {
          .button, .tile, .permission, .link { transition: background-color .12s, color .12s; }
        }

        """
}
