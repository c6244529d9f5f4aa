// Sign-up in the database: codes that work once, workspaces made whole or not at all.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

async function requestCode(
  email: string,
  browser: string | null = null,
  client = '192.0.2.1',
): Promise<string> {
  const { rows } = await world.db.query('select public.svc_request_code($1, $2, $3, $4) as answer', [
    'signup',
    email,
    client,
    browser,
  ])
  expect(rows[0].answer.sent).toBe(true)
  const mail = await world.db.query(
    'select data from private.outbox_mails where recipient = lower($1) order by id desc limit 1',
    [email],
  )
  return mail.rows[0].data.code
}
const check = async (
  email: string,
  code: string,
  browser: string | null = null,
  client: string | null = null,
) =>
  (
    await world.db.query('select public.svc_check_code($1, $2, $3, $4, $5) as answer', [
      'signup',
      email,
      code,
      browser,
      client,
    ])
  ).rows[0].answer

async function authUser(email: string): Promise<string> {
  const { rows } = await world.db.query(
    "insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id",
    [email],
  )
  return rows[0].id
}
const signUp = (
  authId: string,
  email: string,
  code: string,
  slug: string,
  browser: string | null = null,
  company = 'Company',
) =>
  world.db.query('select public.svc_signup_workspace($1, $2, $3, $4, $5, $6, $7) as made', [
    authId,
    email,
    code,
    slug,
    company,
    '192.0.2.1',
    browser,
  ])

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a code', () => {
  test('is six digits, mailed, and kept only as a hash', async () => {
    const code = await requestCode('hash@example.com')
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await world.db.query(
      "select code_hash::text from private.codes where email = 'hash@example.com'",
    )
    expect(rows[0].code_hash).not.toContain(code)
  })

  test('is spent with the fifth wrong attempt, even the right one', async () => {
    const code = await requestCode('guess@example.com')
    for (let attempt = 0; attempt < 4; attempt++)
      expect(await check('guess@example.com', otherThan(code))).toBe('wrong')
    expect(await check('guess@example.com', otherThan(code))).toBe('spent')
    expect(await check('guess@example.com', code)).toBe('spent')
  })

  test('holds after four wrong attempts', async () => {
    const code = await requestCode('four@example.com')
    for (let attempt = 0; attempt < 4; attempt++) await check('four@example.com', otherThan(code))
    expect(await check('four@example.com', code)).toBe('ok')
  })

  test('is used after four wrong attempts, and after five no more', async () => {
    for (const [wrong, slug, hint] of [
      [4, 'four-wrong', null],
      [5, 'five-wrong', 'VALIDATION_ERROR'],
    ] as const) {
      const email = `${slug}@example.com`
      const authId = await authUser(email)
      const code = await requestCode(email)
      for (let attempt = 0; attempt < wrong; attempt++) await check(email, otherThan(code))
      const refused = await signUp(authId, email, code, slug).then(
        () => null,
        (error: { hint: string }) => error.hint,
      )
      expect([wrong, refused]).toEqual([wrong, hint])
    }
  })

  test('counts in the browser that asked, whatever others ask for and try', async () => {
    const email = 'two-browsers@example.com'
    const mine = await requestCode(email, 'mine')
    const theirs = await requestCode(email, 'theirs', '192.0.2.99')
    for (let attempt = 0; attempt < 5; attempt++) await check(email, otherThan(theirs), 'theirs')
    expect(await check(email, theirs, 'theirs')).toBe('spent')
    expect(await check(email, mine, 'nobody’s')).toBe('spent')
    expect(await check(email, mine)).toBe('spent')
    expect(await check(email, mine, 'mine')).toBe('ok')
  })

  test('is long once an address was sent five a day, from however many browsers', async () => {
    const email = 'many-browsers@example.com'
    const codes = []
    for (let n = 0; n < 6; n++) codes.push(await requestCode(email, `browser-${n}`, `192.0.2.${n + 10}`))
    expect(codes.map((code) => code.length)).toEqual([6, 6, 6, 6, 6, 12])
    expect(await check(email, codes[5] ?? '', 'browser-5')).toBe('ok')
    expect(await check(email, codes[5]?.slice(0, 6) ?? '', 'browser-5')).toBe('wrong')
  })

  test('is refused after 15 minutes', async () => {
    const code = await requestCode('late@example.com')
    await world.db.query(
      "update private.codes set expires_at = now() - interval '1 second' where email = 'late@example.com'",
    )
    expect(await check('late@example.com', code)).toBe('spent')
  })

  test('is replaced by a newer one', async () => {
    const first = await requestCode('again@example.com')
    const second = await requestCode('again@example.com')
    expect([
      first === second || (await check('again@example.com', first)) === 'wrong',
      await check('again@example.com', second),
    ]).toEqual([true, 'ok'])
  })

  test('is sent five times in a quarter of an hour, then one waits', async () => {
    for (let n = 0; n < 5; n++) await requestCode('often@example.com')
    const { rows } = await world.db.query(
      "select public.svc_request_code('signup', 'often@example.com', '192.0.2.1') as answer",
    )
    expect(rows[0].answer.sent).toBe(false)
    expect(rows[0].answer.retry_after).toBeGreaterThan(0)
  })

  const checkOften = (times: number, email: string, code: string, client: string) =>
    world.db.query(
      "select distinct public.svc_check_code('signup', $1, $2, null, $3) as answer from generate_series(1, $4)",
      [email, code, client, times],
    )

  test('that is right counts as no guess of its client: more than a hundred sign up behind one address', async () => {
    const client = '198.51.100.7'
    for (const email of ['a', 'b', 'c', 'd'].map((name) => `office-${name}@example.com`)) {
      const { rows } = await checkOften(26, email, await requestCode(email, null, client), client)
      expect(rows).toEqual([{ answer: 'ok' }])
    }
  })

  test('that is right gives its own guess back, and none of the wrong ones', async () => {
    const client = '198.51.100.8'
    const [mine, theirs] = ['own-code@example.com', 'victim@example.com']
    const code = await requestCode(mine, null, client)
    for (const n of [1, 2, 3]) await checkOften(30, `${n}-${theirs}`, '000000', client)
    await checkOften(9, `4-${theirs}`, '000000', client)
    for (let time = 0; time < 3; time++) expect(await check(mine, code, null, client)).toBe('ok')
    expect(await check(theirs, '000000', null, client)).toBe('spent')
    await expect(check(theirs, '000000', null, client)).rejects.toThrow('Too many attempts')
    await expect(check(mine, code, null, client)).rejects.toThrow('Too many attempts')
  })

  test('of a client cannot be read or asked for through the API roles', async () => {
    for (const who of [null, await world.aPerson('curious')]) {
      const asked = await world.attempt(
        who,
        "select public.svc_request_code('signup', 'x@example.com', null)",
      )
      const read = await world.attempt(who, 'select * from private.codes')
      expect([asked.refused, read.refused]).toEqual(['42501', '42501'])
    }
  })
})

describe('a sign-up', () => {
  test('makes account, address, workspace, owner and billing account at once', async () => {
    const authId = await authUser('new@example.com')
    const code = await requestCode('New@Example.com')
    await signUp(authId, 'New@Example.com', code, 'newco')
    const { rows } = await world.db.query(
      `select w.slug, m.role::text, e.email, e.is_primary, p.name as plan
       from public.workspaces w join public.workspace_members m on m.workspace_id = w.id join public.emails e on e.user_id = m.user_id
       join public.billing_accounts b on b.workspace_id = w.id join public.billing_products p on p.id = b.billing_product_id
       where w.slug = 'newco'`,
    )
    expect(rows).toEqual([
      { slug: 'newco', role: 'owner', email: 'new@example.com', is_primary: true, plan: 'free' },
    ])
  })

  test('takes a company name of one letter and of 255, and the slug where there is none', async () => {
    const long = 'x'.repeat(255)
    for (const [index, [company, name]] of [
      ['X', 'X'],
      [long, long],
      [' ', 'named-2'],
    ].entries()) {
      const email = `named-${index}@example.com`
      const code = await requestCode(email)
      const { rows } = await signUp(await authUser(email), email, code, `named-${index}`, null, company)
      expect(rows[0].made.workspace.name).toBe(name)
    }
  })

  test('uses its code up', async () => {
    const authId = await authUser('once@example.com')
    const code = await requestCode('once@example.com')
    await signUp(authId, 'once@example.com', code, 'once-1')
    await expect(signUp(authId, 'once@example.com', code, 'once-2')).rejects.toMatchObject({
      code: 'PT400',
      message: 'Invalid confirmation code',
    })
  })

  test('is made in the browser that asked for its code, which is a known one from then on', async () => {
    const email = 'at-home@example.com'
    const authId = await authUser(email)
    const code = await requestCode(email, 'home')
    for (const browser of ['elsewhere', null])
      await expect(signUp(authId, email, code, 'at-home', browser)).rejects.toMatchObject({
        code: 'PT400',
        message: 'Invalid confirmation code',
      })
    await signUp(authId, email, code, 'at-home', 'home')
    const { rows } = await world.db.query(
      `select private.is_known_browser($1, 'home') as home, private.is_known_browser($1, 'elsewhere') as elsewhere`,
      [email],
    )
    expect(rows).toEqual([{ home: true, elsewhere: false }])
  })

  test('with a slug taken meanwhile leaves nothing behind and the code usable', async () => {
    await world.aWorkspace('taken')
    const authId = await authUser('slow@example.com')
    const code = await requestCode('slow@example.com')
    await expect(signUp(authId, 'slow@example.com', code, 'taken')).rejects.toMatchObject({
      code: 'PT409',
      message: 'taken already exists. Please input a different URL.',
    })
    const { rows } = await world.db.query("select 1 from public.emails where email = 'slow@example.com'")
    expect(rows).toEqual([])
    await signUp(authId, 'slow@example.com', code, 'free-now')
  })

  test('with a reserved slug is told so by the constraint of the catalogue', async () => {
    const authId = await authUser('admin@example.com')
    const code = await requestCode('admin@example.com')
    await expect(signUp(authId, 'admin@example.com', code, 'admin')).rejects.toMatchObject({
      constraint: 'workspaces_slug_is_valid',
    })
  })

  test('of an address that already has an account adds a workspace to it', async () => {
    const { owner } = await world.aWorkspace('first')
    const code = await requestCode('owner-first@example.com')
    const { rows } = await signUp(owner.authId, 'owner-first@example.com', code, 'second')
    expect(rows[0].made.user_id).toBe(owner.id)
  })
})

test.each([
  ['newer-one', { available: true, reason: null }],
  ['www', { available: false, reason: 'reserved' }],
  ['house1', { available: false, reason: 'taken' }],
  ['-bad', { available: false, reason: 'invalid' }],
  ['UPPER', { available: false, reason: 'invalid' }],
  ['a', { available: false, reason: 'invalid' }],
  ['a'.repeat(21), { available: false, reason: 'invalid' }],
])('a visitor learns about the URL %s', async (slug, expected) => {
  if (slug === 'house1') await world.aWorkspace('house1')
  const { rows } = await world.attempt(null, 'select to_jsonb(public.slug_available($1)) as answer', [slug])
  expect(rows[0]?.answer).toEqual(expected)
})
