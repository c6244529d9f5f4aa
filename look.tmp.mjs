import { chromium } from '@playwright/test'

const base = 'http://demo.waymark.localhost:3000'
const [, , scheme = 'light', width = '1440', ...steps] = process.argv
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const c = await b.newContext({
  viewport: { width: +width, height: width === '390' ? 844 : 900 },
  colorScheme: scheme,
})
const p = await c.newPage()
p.on('console', (m) => {
  if (['error'].includes(m.type())) console.log('console', m.text().slice(0, 300))
})
await p.goto(base + '/auth/email/login')
await p.getByLabel('E-mail').or(p.getByLabel('Email')).first().fill('owner@demo.waymark.localhost')
await p.locator('input[type=password]').fill('waymark-owner')
await p.keyboard.press('Enter')
await p.waitForURL(base + '/')
let n = 0
const shot = async (name) =>
  p.screenshot({ path: `/tmp/shots/${scheme}-${width}-${String(n++).padStart(2, '0')}-${name}.png` })
const mod = await import(steps[0])
await mod.default(p, { base, shot })
await b.close()
