// Types reach from the database to the components: a change of the schema that the client has not followed does not
// compile. Tried on a scratch copy of the generated types.
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const generated = join(root, 'supabase/functions/_shared/domain/database.gen.ts')
const web = (path: string) => join(root, 'web/src', path)

let text: string
/** Parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>()
beforeAll(() => {
  text = ts.sys.readFile(generated) ?? ''
})

/** What the compiler says of a file, as its runtime is checked, once the generated types were edited. */
function complaints(path: string, edit: (types: string) => string, project = 'web/tsconfig.json'): string[] {
  const file = join(root, project)
  const { config } = ts.readConfigFile(file, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file))
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  const edited = edit(text)
  const getSourceFile = host.getSourceFile.bind(host)
  host.readFile = (file) => (file === generated ? edited : readFile(file))
  host.getSourceFile = (file, ...rest) =>
    file === generated
      ? ts.createSourceFile(file, edited, ts.ScriptTarget.Latest)
      : parsedOnce(file, () => getSourceFile(file, ...rest))
  const program = ts.createProgram([path], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

function parsedOnce(file: string, parse: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  if (!parsed.has(file)) parsed.set(file, parse())
  return parsed.get(file)
}

function replaced(types: string, from: string | RegExp, to: string): string {
  const edited = types.replace(from, to)
  expect(edited, `${from} is not in the generated types`).not.toBe(types)
  return edited
}

const section = web('features/sharing/VisibilitySection.tsx')

it('the client compiles as it is', () => {
  expect(complaints(section, (types) => types)).toEqual([])
})

describe('a component fails to compile', () => {
  it('once a column of a table that it shows has another type', () => {
    const edit = (types: string) =>
      replaced(types, /allow_public_projects: boolean/g, 'allow_public_projects: string')
    expect(complaints(section, edit).join()).toMatch(/'string' is not assignable to type 'boolean'/)
  })

  it('once a function answers a column of another type than the client declares', () => {
    const column = /(workspace_features: \{[^}]*\}\s*Returns: \{[^}]*allowed: )boolean/
    const edit = (types: string) => replaced(types, column, '$1string')
    expect(complaints(section, edit).join()).toMatch(/Contradiction<"workspace_features">/)
  })
})

it('a query fails to compile once an argument has another name', () => {
  const argument = /(workspace_features: \{\s*Args: \{\s*)p_workspace_id/
  const edit = (types: string) => replaced(types, argument, '$1p_workspace')
  expect(complaints(web('shared/data/projects.ts'), edit).join()).toMatch(/p_workspace/)
})

describe('an attribute of a composite type that has another name', () => {
  const edit = (types: string) => replaced(types, /(\n +member_item: \{[^}]*)last_seen_at/, '$1seen_at')

  it('is missed by the component that shows it', () => {
    const table = web('features/members/components/MembersTable.tsx')
    expect(complaints(table, edit).join()).toMatch(/'last_seen_at' does not exist/)
  })

  it('is missed by the route that answers it', () => {
    const route = join(root, 'supabase/functions/api/routes/members/list.ts')
    expect(complaints(route, edit, 'tsconfig.functions.json').join()).toMatch(/Contradiction<"list_members">/)
  })
})

describe('what a function answers as json', () => {
  const functions = (path: string) => join(root, 'supabase/functions', path)
  const renamed = (type: string, attribute: string) => (types: string) =>
    replaced(types, new RegExp(`(\\n +${type}: \\{[^}]*\\b)${attribute}:`), `$1${attribute}_now:`)

  it('is of the type that it is made of: an attribute that has another name is missed', () => {
    const route = functions('login/routes/auth/access-token.ts')
    const edit = renamed('workspace_access', 'covered')
    expect(complaints(route, edit, 'tsconfig.functions.json').join()).toMatch(/'covered' does not exist/)
  })

  it('is declared by hand as that type is, or not at all', () => {
    const kit = functions('_shared/http/idempotency.ts')
    const edit = renamed('idempotency', 'state')
    expect(complaints(kit, edit, 'tsconfig.functions.json').join()).toMatch(
      /Contradiction<"idempotency_begin">/,
    )
  })
})

it('a call of the service role fails to compile once an argument has another name', () => {
  const argument = /(svc_throttle: \{\s*Args: \{[^}]*)p_maximum/
  const edit = (types: string) => replaced(types, argument, '$1p_most')
  const calls = join(root, 'supabase/functions/_shared/db/service.ts')
  expect(complaints(calls, (types) => types, 'tsconfig.functions.json')).toEqual([])
  expect(complaints(calls, edit, 'tsconfig.functions.json').join()).toMatch(/p_maximum/)
})

it('a route fails to compile once a column that it selects has another type', () => {
  const column = /(\n {6}branches: \{\s*Row: \{[^}]*\n +is_published: )boolean/
  const edit = (types: string) => replaced(types, column, '$1string')
  const model = join(root, 'supabase/functions/api/model/branch.ts')
  expect(complaints(model, (types) => types, 'tsconfig.functions.json')).toEqual([])
  expect(complaints(model, edit, 'tsconfig.functions.json').join()).toMatch(/is_published/)
})
