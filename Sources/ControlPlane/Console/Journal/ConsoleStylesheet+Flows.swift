extension ConsoleStylesheet {
    /// The styles of the list of flows and of sequence diagrams. Each message is a row of its own, and its arrow runs from the
    /// middle of one lane to the middle of another. The lanes are a background that repeats once for each lane.
    static let diagrams: StaticString = """
        .verdict { margin-bottom: 1rem; }
        .verdict h3 { margin: 0 0 .5rem; }
        .verdict > :last-child { margin-bottom: 0; }
        .live-status { display: inline-flex; align-items: center; gap: .5rem; font-size: .875rem; color: var(--soft); }
        .live-status::before { content: ""; width: .5rem; height: .5rem; border-radius: 50%; background: var(--edge); }
        .live-status[data-state=live]::before { background: var(--good); }
        .live-status[data-state=lost]::before { background: var(--bad); }
        .flows { margin: 0; padding: 0; list-style: none; }
        .flow {
          display: grid; grid-template-columns: 5.5rem minmax(0, 1fr) auto; gap: .125rem 1rem; padding: .75rem 1rem;
          color: inherit; text-decoration: none; background: var(--card); border: 1px solid var(--line);
        }
        .flows li:first-child .flow { border-radius: .75rem .75rem 0 0; }
        .flows li:last-child .flow { border-radius: 0 0 .75rem .75rem; }
        .flows li:only-child .flow { border-radius: .75rem; }
        .flows li + li .flow { border-top: 0; }
        .flow:hover { background: var(--wash); color: inherit; }
        .flow:focus-visible { position: relative; outline-offset: -2px; }
        .flow .when { grid-row: 1 / 3; color: var(--soft); font-variant-numeric: tabular-nums; }
        .flow .who { font-weight: 600; }
        .flow .what { grid-column: 2; color: var(--soft); font-size: .875rem; }
        .flow .outcome { grid-row: 1 / 3; grid-column: 3; align-self: center; }
        .sequence { margin: 0 0 1.5rem; padding: 0; list-style: none; border: 1px solid var(--line);
          border-radius: .75rem; overflow: hidden; background: var(--card); }
        .sequence li { position: relative; display: grid; min-height: 2.25rem;
          background: linear-gradient(to right, transparent calc(50% - .5px), var(--line) calc(50% - .5px),
          var(--line) calc(50% + .5px), transparent calc(50% + .5px)) repeat-x; }
        .lanes-2 li { grid-template-columns: repeat(2, minmax(0, 1fr)); background-size: 50% 100%; }
        .lanes-3 li { grid-template-columns: repeat(3, minmax(0, 1fr)); background-size: 33.3333% 100%; }
        .lanes-4 li { grid-template-columns: repeat(4, minmax(0, 1fr)); background-size: 25% 100%; }
        .lanes-5 li { grid-template-columns: repeat(5, minmax(0, 1fr)); background-size: 20% 100%; }
        .lanes-6 li { grid-template-columns: repeat(6, minmax(0, 1fr)); background-size: 16.6667% 100%; }
        .sequence li:last-child { padding-bottom: .5rem; }
        .sequence .lanes { min-height: 0; background: var(--wash); border-bottom: 1px solid var(--line); }
        .lanes span { padding: .5rem .375rem; text-align: center; font-size: .8125rem; font-weight: 650; }
        .message { display: block; padding: .5rem 0 .375rem; text-align: center; color: inherit; text-decoration: none;
          font-size: .8125rem; line-height: 1.35; }
        .message .label { display: inline-block; max-width: calc(100% - .5rem); padding: 0 .375rem .1875rem;
          background: var(--card); border-radius: .25rem; }
        .message .label b { font-weight: 600; }
        a.message:hover .label { color: var(--accent-strong); text-decoration: underline; text-underline-offset: .2em; }
        a.message:focus-visible { outline-offset: -2px; }
        .arrow { display: block; position: relative; height: .625rem; }
        .arrow::before { content: ""; position: absolute; inset-inline: 0; top: calc(50% - 1px);
          border-top: 2px solid var(--edge); }
        .arrow::after { content: ""; position: absolute; top: calc(50% - .3125rem); border: .3125rem solid transparent; }
        .right .arrow::after { right: 0; border-left: .5rem solid var(--edge); border-right: 0; }
        .left .arrow::after { left: 0; border-right: .5rem solid var(--edge); border-left: 0; }
        .answer .arrow::before { border-top-style: dashed; }
        .is-bad .arrow::before { border-color: var(--bad); }
        .is-bad.right .arrow::after { border-left-color: var(--bad); }
        .is-bad.left .arrow::after { border-right-color: var(--bad); }
        .is-bad .label { color: var(--bad); }
        .from-1 { grid-column-start: 1; } .from-2 { grid-column-start: 2; } .from-3 { grid-column-start: 3; }
        .from-4 { grid-column-start: 4; } .from-5 { grid-column-start: 5; } .from-6 { grid-column-start: 6; }
        .span-1 { grid-column-end: span 1; }
        .span-2 { grid-column-end: span 2; } .span-2 .arrow { margin-inline: 25%; }
        .span-3 { grid-column-end: span 3; } .span-3 .arrow { margin-inline: 16.6667%; }
        .span-4 { grid-column-end: span 4; } .span-4 .arrow { margin-inline: 12.5%; }
        .span-5 { grid-column-end: span 5; } .span-5 .arrow { margin-inline: 10%; }
        .span-6 { grid-column-end: span 6; } .span-6 .arrow { margin-inline: 8.3333%; }
        .exchange { margin: 0 0 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
        .exchange > summary { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem;
          padding: .75rem 1rem; cursor: pointer; }
        .exchange > summary::before { content: "▸"; color: var(--soft); }
        .exchange[open] > summary::before { content: "▾"; }
        .exchange > summary .line { flex: 1 1 12rem; min-width: 0; }
        .exchange > summary .line b { font-weight: 620; }
        .exchange .inside { padding: .25rem 1rem 1rem; border-top: 1px solid var(--line); }
        .exchange .facts, .exchange .block, .exchange table { background: none; }
        .exchange .inside > :last-child { margin-bottom: 0; }
        .exchange:target { border-color: var(--accent); }
        .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 0 1rem; }
        .sides > * { min-width: 0; }
        .sides h4 { margin: .75rem 0 .375rem; font-size: .875rem; }
        .sides .facts > div, .parameters .facts > div { grid-template-columns: minmax(5rem, 8.5rem) minmax(0, 1fr);
          padding: .25rem 0; font-size: .8125rem; }
        @media (max-width: 48rem) {
          .flow { grid-template-columns: minmax(0, 1fr) auto; }
          .flow .when { grid-row: 3; grid-column: 1 / 3; font-size: .8125rem; }
          .flow .what { grid-column: 1 / 3; }
          .flow .outcome { grid-row: 1; grid-column: 2; }
          .message, .lanes span { font-size: .75rem; }
        }

        """
}
