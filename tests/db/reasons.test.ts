// Reasons: the chapters name them, one catalogue says them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chapterFiles } from '../../stack/schema/chapters.ts'
import { constraints } from '../../supabase/functions/_shared/domain/constraints.ts'
import { problemFromDatabase } from '../../supabase/functions/_shared/domain/errors.ts'
import catalogue from '../../supabase/functions/_shared/domain/reasons.json' with { type: 'json' }
import { aWorld, type World } from './support/people.ts'

const SUPABASE = join(import.meta.dirname, '../../supabase')
const known = new Set(Object.keys(catalogue.reasons))

const chapters = chapterFiles(join(SUPABASE, '..'))
  .map((file) => readFileSync(join(SUPABASE, file), 'utf8'))
  .join('\n')
  .replace(/\$(matrix|plans|reasons)\$.*?\$\1\$/gs, '')
  .replace(/^comment on .*$|--.*$/gm, '')

const functions = readdirSync(join(SUPABASE, 'functions'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(SUPABASE, 'functions', file), 'utf8'))
  .join('\n')

/** Words that stand where a reason does: the first argument of a call, and what the branches of a case there give. */
function namedIn(argument: string): string[] {
  const branches = [...argument.matchAll(/\b(?:then|else)\s+'([^']*)'/g)]
  const whole = /^\s*'([^']*)'/.exec(argument)
  return [...branches, ...(whole ? [whole] : [])].map(([, name]) => name as string)
}

function firstArgument(text: string): string {
  let [depth, end] = [0, 0]
  for (; end < text.length; end++) {
    if ('([{'.includes(text[end] as string)) depth++
    if (')]}'.includes(text[end] as string) && --depth < 0) break
    if (text[end] === ',' && depth === 0) break
  }
  return text.slice(0, end)
}

const statement = /^(?:alter|comment on|create|left join|select|%s join|join|case when) /

/** Words of a sentence, or of a part of one: it may begin with what is filled in. */
function isProse(text: string): boolean {
  const isSentence = /^[A-Z]\w* [\w ]+|\w \w+.*\w\.$/.test(text)
  return isSentence || (/(?:\w|%s),? [a-z]+ [a-z]+/.test(text) && !statement.test(text))
}

/** Of the calls and of the functions that answer a reason. */
function namedReasons(): string[] {
  const calls = [...chapters.matchAll(/private\.(?:problem|refusal|answer_problem|sentence)\(/g)]
  const rules = [...chapters.matchAll(/create function private\.reason_\w+\(.*?\$\$(.*?)\$\$/gs)]
  return [
    ...calls.flatMap((call) => namedIn(firstArgument(chapters.slice(call.index + call[0].length)))),
    ...rules.flatMap(([, body = '']) => namedIn(body)),
  ]
}

describe('the catalogue of reasons', () => {
  it('has each reason that a chapter names', () => {
    const names = namedReasons()
    expect(names.length).toBeGreaterThan(150)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('has none that nobody names', () => {
    const isNamed = (name: string) => chapters.includes(`'${name}'`) || functions.includes(`'${name}'`)
    expect([...known].filter((name) => !isNamed(name))).toEqual([])
  })

  it('holds the only sentences for people: the chapters have names, and a few for operators', () => {
    // Names of columns that a trigger tells of stand beside each other as words do.
    const texts = chapters.replace(/log_project_part\([^)]*\)/g, '')
    const sentences = [...texts.matchAll(/'((?:[^'\n]|'')*)'/g)]
      .map(([, text]) => text as string)
      .filter(isProse)
    expect([...new Set(sentences)].sort()).toEqual([
      'A checkout of the workspace is open, and could still be paid.',
      'Built In',
      'Deleted user',
      'No notice of a change of %: %',
      'No notice of an ended session: %',
      'No word of document %: %',
      'The agreed time is over',
      'The catalogue has no reason "%s".',
      'The catalogue refuses nothing with "%s".',
      'The contract would be over already.',
      'The reason "%s" came without its "%s".',
      'The workspace has a plan already.',
      'The workspace has a subscription at Stripe: cancel that first.',
      'The workspace has no contract.',
      'There is no such workspace, or no such plan, or it is not 1 to 365 days.',
      'There is no such workspace, or no such plan.',
      'WAYMARK_TRUSTED_PROVIDERS lists "%", which is neither a Git host with its host and API URL nor a directory with its address.',
      'new row for relation "workspaces" violates check constraint "workspaces_slug_is_valid"',
      'new row violates row-level security policy for table "objects"',
    ])
  })
})

describe('a rule that speaks before its constraint', () => {
  it.each([
    ['emails_email_key', 'email_taken'],
    ['email_check', 'email_invalid'],
    ['users_username_key', 'username_taken'],
    ['check_approved_domains_domain', 'domain_invalid'],
    ['approved_domains_workspace_id_domain_key', 'domain_already_approved'],
    ['check_machine_principals_name', 'token_name_too_long'],
  ] as const)('says the same as %s', (constraint, reason) => {
    const { code, detail, fields } = problemFromDatabase(
      { code: '23514', message: `violates "${constraint}"` },
      constraints,
    )
    const { field, ...said } = { field: fields[0]?.field, code, sentence: detail }
    expect(catalogue.reasons[reason]).toMatchObject(said)
    expect([undefined, field]).toContain((catalogue.reasons[reason] as { field?: string }).field)
  })
})

describe('a reason', () => {
  let world: World
  beforeAll(async () => {
    world = await aWorld()
  })
  afterAll(() => world.end())
  const ask = async (sql: string) => {
    const { rows } = await world.db.query<{ said: string | null }>(`select ${sql} as said`)
    return rows[0]?.said
  }

  it('is said with what fills it, whatever that looks like', async () => {
    const params = '{"invited": "{account}", "account": "a%s\\\\1b"}'
    expect(await ask(`private.sentence('invitation_for_another_account', '${params}')`)).toBe(
      'This invitation is for {account}. You are signed in as a%s\\1b.',
    )
    expect(await ask('private.sentence(null)')).toBeNull()
  })

  it.each([
    ["private.sentence('nobody_knows')", 'no reason "nobody_knows"'],
    ["private.problem('nobody_knows')", 'refuses nothing with "nobody_knows"'],
    ['private.problem(null)', 'refuses nothing with ""'],
    ["private.problem('cannot_while_locked')", 'refuses nothing with "cannot_while_locked"'],
    ["private.answer_problem('nobody_knows')", 'refuses nothing with "nobody_knows"'],
    ["private.problem('slug_taken')", '"slug_taken" came without its "slug"'],
    [`private.sentence('slug_taken', '{"slug": null}')`, '"slug_taken" came without its "slug"'],
  ])('that is wrong is a mistake of ours, and loud: %s', async (call, message) => {
    await expect(ask(call)).rejects.toMatchObject({
      code: 'XX000',
      message: expect.stringContaining(message),
    })
  })

  it('refuses with its code, its status and its field, or the field of the one who gives it', async () => {
    const refusal = (call: string) =>
      ask(call).catch(({ code, hint, detail, message }) => [code, hint, detail, message])
    expect(await refusal("private.problem('member_not_found')")).toEqual([
      'PT404',
      'NOT_FOUND',
      '',
      'Member not found.',
    ])
    expect(await refusal("private.problem('member_not_found', 'user_id')")).toEqual([
      'PT404',
      'NOT_FOUND',
      '{"field" : "user_id"}',
      'Member not found.',
    ])
    expect((await refusal("private.problem('email_taken')"))?.[2]).toBe('{"field" : "email"}')
  })
})
