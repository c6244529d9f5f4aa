// Imports point downwards only: the rules a newcomer would otherwise break first.
const outside = (from, to) => ({ from: { path: from }, to: { path: to } })
const SERVICES = 'auth|functions|graphql|mail|realtime|rest|storage'
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment:
        'Files that know each other, be it by their types alone, are understood only together: what both need stands in a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'features-apart',
      severity: 'error',
      comment: 'Features do not import each other; what they share lives in web/src/shared.',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'shared-below-features',
      severity: 'error',
      comment: 'Shared parts know no feature and no app.',
      ...outside('^web/src/shared/', '^web/src/(features|app)/'),
    },
    {
      name: 'features-below-app',
      severity: 'error',
      comment: 'The app composes features, not the reverse.',
      ...outside('^web/src/features/', '^web/src/app/'),
    },
    {
      name: 'product-knows-no-stack',
      severity: 'error',
      comment: 'The product reaches the embedded stack by URL, keys and a connection string only.',
      ...outside('^(supabase|web|worker|analysis|editing|lint)/', '^stack/'),
    },
    {
      name: 'web-imports-domain-only',
      severity: 'error',
      comment: 'Of the functions, the client may use the pure domain.',
      from: { path: '^web/' },
      to: { path: '^(supabase/functions/(?!_shared/domain/)|worker/)' },
    },
    {
      name: 'sentences-stay-out-of-the-browser',
      severity: 'error',
      comment: 'Answers bring their sentences along; the catalogue of all of them is no part of the bundle.',
      from: { path: '^web/' },
      to: { path: '^supabase/functions/_shared/domain/reasons[.]', reachable: true },
    },
    {
      name: 'grid-behind-the-table',
      severity: 'error',
      comment: 'Screens see DataTable, so that the choice of a grid stays open (decision 0053).',
      from: { path: '^web/', pathNot: '^web/src/shared/ui/table/' },
      to: { path: 'node_modules/@mui/x-data-grid' },
    },
    {
      name: 'supabase-js-for-types',
      severity: 'error',
      comment: 'The browser has its parts, behind shared/data/supabase.ts (decision 0081).',
      from: { path: '^web/', pathNot: '[.]test[.]tsx?$' },
      to: { path: 'node_modules/@supabase/supabase-js', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'worker-imports-domain-and-git',
      severity: 'error',
      comment:
        'Of the functions, the worker may use the pure domain, and how Git hosts, Stripe and other platforms are called (decision 0090).',
      from: { path: '^worker/' },
      to: {
        path: '^(supabase/functions/(?!_shared/(billing|domain|git|migration|net|pictures|secrets)/|_shared/env[.]ts)|web/)',
      },
    },
    {
      name: 'functions-below',
      severity: 'error',
      comment: 'Functions use the domain and the analysis, nothing above.',
      ...outside('^supabase/', '^(web|worker|cli)/'),
    },
    {
      name: 'cli-uses-analysis-only',
      severity: 'error',
      comment:
        'The command line is a package of its own: of the product it brings the analysis and the linter along, nothing else.',
      ...outside('^cli/', '^(stack|supabase|tests|web|worker)/'),
    },
    {
      name: 'cli-is-on-top',
      severity: 'error',
      comment: 'Nothing uses the command line but people.',
      ...outside('^(analysis|editing|lint|stack|supabase|web|worker)/', '^cli/'),
    },
    {
      name: 'analysis-is-pure',
      severity: 'error',
      comment: 'Analysis does no I/O.',
      from: { path: '^analysis/' },
      to: { path: '^(fs|net|http|https|child_process|pg|web|worker|cli|supabase|stack)' },
    },
    {
      name: 'editing-is-pure',
      severity: 'error',
      comment:
        'Editing does no I/O: browser, Deno and Node use it. Of the product it knows the analysis and the domain.',
      from: { path: '^editing/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^(fs|net|http|https|child_process|pg|web|worker|cli|supabase/(?!functions/_shared/domain/)|stack)',
      },
    },
    {
      name: 'analysis-below-editing',
      severity: 'error',
      comment: 'The analysis reads what was written; it knows nothing of how it is edited.',
      ...outside('^analysis/', '^(editing|lint)/'),
    },
    {
      name: 'lint-is-pure',
      severity: 'error',
      comment: 'The linter does no I/O: it reads what is handed to it. Of the product it knows the analysis.',
      from: { path: '^lint/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(fs|net|http|https|child_process|pg|web|worker|cli|supabase|stack|editing|tests)' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'The domain is shared by browser, Deno and Node. So is the list of characters, which the command line takes along too.',
      from: { path: '^supabase/functions/_shared/domain/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^(supabase/functions/_shared/domain/|node_modules/zod|analysis/characters[.]ts$)' },
    },
    {
      name: 'stack-knows-no-product',
      severity: 'error',
      comment: 'The stack starts the product, it does not import it.',
      ...outside('^stack/', '^(web|worker|analysis|editing|lint|supabase)/'),
    },
    {
      name: 'services-apart',
      severity: 'error',
      comment:
        'Services of the stack do not import each other: what two need stands in stack/data-api, http or sql.',
      from: { path: `^stack/(${SERVICES})/` },
      to: { path: `^stack/(${SERVICES})/`, pathNot: '^stack/$1/' },
    },
    {
      name: 'services-below-gateway',
      severity: 'error',
      comment: 'The gateway serves the services; they and what they stand on know nothing of it.',
      ...outside(`^stack/(${SERVICES}|data-api|http|sql)/`, '^stack/(gateway|supervisor|elsewhere)/'),
    },
    {
      name: 'kit-below-services',
      severity: 'error',
      comment: 'What several services use knows none of them.',
      ...outside('^stack/(data-api|http|sql|postgres)/', `^stack/(${SERVICES})/`),
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'Every import resolves.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    exclude: { path: '^(web|worker)/dist/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
