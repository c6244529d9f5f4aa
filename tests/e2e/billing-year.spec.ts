// A year of a workspace by the clock of Stripe's double: a trial that is let go, Pro Team with 3-D Secure and a promo code,
// more users, a card that fails, a lock and the way back, a lower plan that begins, an upgrade, another interval, a cancel and
// a comeback; told by screens, mails and activity alike.
import { expect, type Page, test } from '@playwright/test'
import Stripe from 'stripe'
import { connect } from '../../stack/postgres/connect.ts'
import { readRun } from '../../stack/supervisor/folder/run-file.ts'
import { loadSecrets } from '../../stack/supervisor/secrets.ts'
import { readSettings } from '../../stack/supervisor/settings.ts'
import { stripeEnvironment } from '../../stack/supervisor/stripe.ts'
import { codeIn, mailsTo, nextMail } from '../support/inbox.ts'
import { at, expectAccessible, picture, stack } from './support.ts'

test.describe.configure({ mode: 'serial' })

const owner = { email: 'grace@ledger.example', password: 'compiler-of-1952' }
const slug = 'ledger'
const day = 86_400

let page: Page
let stripe: Stripe

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  stripe = await doubleOf(stack().dataDir)
  const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once', name: 'Spring' })
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'LEDGER20' })
})
test.afterAll(() => page.context().close())

/** The double that this worker's instance pays with. */
async function doubleOf(dataDir: string): Promise<Stripe> {
  const ports = readRun(dataDir)?.ports
  if (!ports) throw new Error(`Nothing runs on ${dataDir}.`)
  const { secretKey } = await loadSecrets(dataDir)
  const known = stripeEnvironment(readSettings({}, '.', ports.gateway), ports, secretKey)
  const { hostname, port } = new URL(known.STRIPE_API_URL ?? '')
  return new Stripe(known.STRIPE_SECRET_KEY ?? '', {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port,
    protocol: 'http',
  })
}

/** Lets time pass there; what is due on the way happens, and the product hears of it. */
async function pass(days: number) {
  const clocks = stripe.testHelpers.testClocks
  const { frozen_time: now } = await clocks.retrieve('clock_main')
  await clocks.advance('clock_main', { frozen_time: now + days * day })
}

const billing = (path = '') => at(`/admin/billing${path}`, slug)

async function payWith(card: string, { code = '', proves = false } = {}) {
  await expect(page.getByText('No money moves', { exact: false }).first()).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
  if (code) {
    await page.getByLabel('Promotion code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Spring')).toBeVisible()
  }
  const email = page.getByLabel('Email')
  if (await email.isVisible()) await email.fill(owner.email)
  await fillCard(card)
  await page.getByRole('button', { name: /^(Pay|Start trial|Subscribe)/ }).click()
  if (proves) await page.getByRole('button', { name: 'Complete authentication' }).click()
}

async function fillCard(card: string) {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel(/^Expiration/).fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Grace Hopper')
}

async function newCard(card: string) {
  await page.goto(billing())
  await page
    .getByRole('button', { name: /^(Manage|Update) payment$/ })
    .first()
    .click()
  const change = page.getByRole('link', { name: /card|payment method/i }).first()
  await expect(change).toBeVisible()
  await expectAccessible(page)
  await change.click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectAccessible(page)
  await fillCard(card)
  await page.getByRole('button', { name: 'Save card' }).click()
  // It is kept when the customer is led home.
  await expect(page).toHaveURL(/view=home/)
}

/** Two more than Startup holds. */
async function aDozenProjects() {
  const db = await connect(stack().dbUrl)
  try {
    await db.query(
      `insert into public.projects (workspace_id, name, slug, created_at)
       select w.id, 'Project ' || n, 'project-' || n, now() + make_interval(secs => n)
       from public.workspaces w, generate_series(1, 12) n where w.slug = $1`,
      [slug],
    )
  } finally {
    await db.end()
  }
}

const inDollars = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

/** The same page at 390 px, nothing of which lies beside the screen. */
async function onAPhone(name: string) {
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, `${name}-390`)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  if (wide) await page.setViewportSize(wide)
}

async function cancel(reason: string, question: string) {
  await page.goto(billing('/plans'))
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(reason).click()
  await dialog.getByLabel(question).fill('We have to think about it.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText('Your subscription is cancelled.', { exact: false })).toBeVisible()
}

test('signs up for a plan by its address, and tries it', async () => {
  await page.goto(at('/welcome?plan=startup&interval=1'))
  await page.getByLabel('Work email').fill(owner.email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Workspace URL').fill(slug)
  await page.getByRole('button', { name: 'Continue' }).click()
  const code = page.getByRole('textbox', { name: 'Confirmation code' })
  await code.fill(codeIn(await nextMail(stack(), owner.email)))
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  for (const label of [/role/i, /how many apis/i, /openapi/i]) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option').nth(1).click()
  }
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith('4242424242424242')
  await expect(page).toHaveURL(at('/welcome/complete', slug))
  await page.goto(billing())
  await expect(page.getByText('Trial', { exact: true })).toBeVisible()
  await picture(page, 'trial')
  await expectAccessible(page)
})

test('lets the trial go, and is on Free', async () => {
  await cancel('We no longer need it', 'What has changed?')
  await pass(15)
  await page.goto(billing('/plans'))
  await expect(page.getByText('This workspace is on Free.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Try 14 days/ })).toHaveCount(0)
  await picture(page, 'free')
  await expectAccessible(page)
})

test('buys Pro Team for a year with 3-D Secure and a promo code', async () => {
  await page.getByRole('button', { name: 'Yearly' }).click()
  await page.getByRole('button', { name: 'Choose this plan: Pro Team' }).click()
  await payWith('4000002500003155', { code: 'LEDGER20', proves: true })
  await expect(page.getByText('Pro Team, billed yearly')).toBeVisible()
  await expect(page).toHaveURL(billing())
  await expect(page.getByRole('region', { name: 'Invoices' }).last().getByText('$3,192.00')).toBeVisible()
  await picture(page, 'pro-team')
  await expectAccessible(page)
})

test('pays for two users more while inviting', async () => {
  await page.goto(at('/admin/members', slug))
  await page.getByRole('button', { name: 'Invite Members' }).click()
  const people = Array.from({ length: 16 }, (_none, index) => `user${index}@ledger.example`)
  await page.getByLabel('E-mail addresses').fill(people.join(','))
  await page.getByLabel('E-mail addresses').press('Enter')
  const question = page.getByRole('dialog', { name: 'Add 2 users to your plan?' })
  await expect(question.getByText('$480.00').last()).toBeVisible()
  await picture(page, 'seats')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Add 2 users' }).click()
  await expect(page.getByText('Invites sent')).toBeVisible()
  await page.goto(billing())
  await expect(page.getByText('2 extra users at $240 each')).toBeVisible()
})

test('buys a seat ahead, and gives it back for a credit', async () => {
  const dialog = page.getByRole('dialog', { name: 'Change seats' })
  const change = async (count: string, button: string) => {
    await page.getByRole('button', { name: 'Change seats' }).click()
    await dialog.getByLabel('Seats').fill(count)
    await expect(dialog.getByText('$240.00').last()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
  }
  await change('18', 'Add 1 seat')
  await expect(page.getByText('3 extra users at $240 each')).toBeVisible()
  await picture(page, 'seats-ahead')
  await change('17', 'Give back 1 seat')
  await expect(page.getByText('2 extra users at $240 each')).toBeVisible()
})

test('is locked when the card fails at the renewal, and opens again once it is paid', async () => {
  await newCard('4000000000000341')
  await pass(366)
  await page.goto(billing())
  await expect(page.getByText('Your last payment did not go through.')).toBeVisible()
  await expect(
    page.getByText('Your billing account requires some action(s).', { exact: false }),
  ).toBeVisible()
  await expect(page.getByText('All members other than the oldest owner', { exact: false })).toBeVisible()
  await picture(page, 'past-due')
  await expectAccessible(page)

  await pass(15)
  const [open] = (await stripe.invoices.list({ status: 'open' })).data
  // Any event tells what time it is there.
  await stripe.customers.update(String(open?.customer), { name: 'Grace Hopper' })
  const locked = page.getByRole('dialog', { name: 'This workspace is locked' })
  await expect(locked).toContainText('The payment method associated with this workspace has failed.')
  await picture(page, 'locked')
  await locked.getByRole('link', { name: 'Go to billing' }).click()

  await page.goto(open?.hosted_invoice_url ?? '')
  await fillCard('4242424242424242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Invoice paid' })).toBeVisible()
  await page.goto(billing())
  await expect(page.getByText('Pro Team, billed yearly')).toBeVisible()
  await expect(page.getByText('Your last payment did not go through.')).toBeHidden()
  await expect(locked).toBeHidden()
})

test('steps down with the next period, when the newest projects become read-only', async () => {
  await newCard('4242424242424242')
  await aDozenProjects()
  await page.goto(billing('/plans'))
  await page.getByRole('button', { name: 'Downgrade: Startup' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/you use 12, and Startup has 10. The oldest stay/)).toBeVisible()
  await expect(dialog.getByText(/Startup does without/)).toBeVisible()
  await picture(page, 'downgrade')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Downgrade to Startup' }).click()
  await expect(page.getByRole('main').getByText(/Your plan changes from Pro Team to Startup/)).toBeVisible()
  await pass(366)
  await page.goto(billing())
  await expect(page.getByText('Startup, billed yearly')).toBeVisible()
  await expect(page.getByText(/Your plan changes from/)).toHaveCount(0)
  await page.goto(at('/', slug))
  await expect(page.getByRole('link', { name: 'Project 12 Read-only' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Read-only' })).toHaveCount(2)
  await picture(page, 'read-only')
  await expectAccessible(page)
})

test('upgrades in the middle of the year for what was shown, to the cent', async () => {
  await pass(100)
  await page.goto(billing('/plans'))
  await page.getByRole('button', { name: 'Upgrade: Pro Team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Pro Team' })
  const due = await dialog.getByRole('definition').last().innerText()
  await picture(page, 'upgrade')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Confirm upgrade' }).click()
  await expect(page.getByText('Pro Team, billed yearly')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invoices' }).last().getByText(due).first()).toBeVisible()
  const [invoice] = (await stripe.invoices.list({ limit: 1 })).data
  expect(inDollars(invoice?.amount_paid ?? 0)).toBe(due)
  // What is left of the year, of what the plans cost.
  const line = invoice?.lines.data.find(({ amount }) => amount > 0)
  const [item] =
    (await stripe.subscriptions.list({ customer: String(invoice?.customer) })).data[0]?.items.data ?? []
  const lasts = ({ start = 0, end = 0 }) => end - start
  const share =
    lasts(line?.period ?? {}) / lasts({ start: item?.current_period_start, end: item?.current_period_end })
  expect(invoice?.total).toBe(Math.round(399_000 * share) - Math.round(129_000 * share))
  await page.goto(at('/', slug))
  await expect(page.getByText('Project 12').first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Read-only' })).toHaveCount(0)
})

test('goes from years to months with the next period, looked at on a phone and in the dark', async () => {
  await page.goto(billing())
  await page.getByRole('button', { name: 'Switch to monthly billing' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Pro Team costs \$399(\.00)? a month/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Switch to monthly' }).click()
  await expect(page.getByRole('main').getByText(/Your billing changes to monthly on/)).toBeVisible()
  await onAPhone('overview')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'overview-dark')
  await expectAccessible(page)
  await page.goto(billing('/plans'))
  await expect(page.getByRole('button', { name: 'Downgrade: Startup' })).toBeVisible()
  await picture(page, 'plans-dark')
  await expectAccessible(page)
  await onAPhone('plans-dark')
  await page.emulateMedia({ colorScheme: null })
  await pass(266)
  await page.goto(billing())
  await expect(page.getByText('Pro Team, billed monthly')).toBeVisible()
  await expect(page.getByText(/Your billing changes/)).toHaveCount(0)
})

test('leaves, and comes back', async () => {
  await cancel('It is too expensive', 'What price would be right for you?')
  await pass(32)
  await page.goto(billing('/plans'))
  await expect(page.getByText('This workspace is on Free.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Choose this plan: Pro Team' }).click()
  await payWith('4242424242424242')
  await expect(page.getByText('Pro Team, billed monthly')).toBeVisible()
})

test('is told the same by mails and activity', async () => {
  const told = [
    /is trying Startup/,
    /The plan of .* ends on/,
    /is on the Free plan now/,
    /is on Pro Team now/,
    /The payment for .* failed/,
    /will be locked on/,
    /is locked$/,
    /is open again/,
    /The payment for .* was made/,
    /changes to Startup on/,
    /is on Startup now/,
  ]
  for (const subject of told)
    await expect
      .poll(async () => (await mailsTo(stack(), owner.email)).map((mail) => mail.subject))
      .toContainEqual(expect.stringMatching(subject))
  // Rows are there while they are in sight: here is room for all of the year's.
  await page.setViewportSize({ width: 1440, height: 6000 })
  await page.goto(at('/admin/activity', slug))
  for (const sentence of [
    /changed the plan from Free to Pro Team/,
    /changed the plan from Pro Team to Free/,
    /cancelled Pro Team, which ends on/,
    /scheduled the change to Startup on/,
    /collected the payment that was due/,
    /locked the workspace, because a payment failed/,
    /could not collect a payment: Your card was declined/,
  ])
    await expect(page.getByText(sentence).first()).toBeVisible()
})
