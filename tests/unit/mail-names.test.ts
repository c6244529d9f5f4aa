import { expect, test } from 'vitest'
import { withoutAddress } from '../../worker/mail/place.ts'

test.each([
  'Win at https://evil.example/x',
  'evil.example wins',
  'www.evil',
  'write to me@evil',
  'HTTP://EVIL',
  'ещё.рф',
])('"%s" does not stand in a mail', (name) => {
  expect(withoutAddress(name, 'acme')).toBe('acme')
})

test.each(['Acme', 'Acme, Inc.', 'Dr. Who & Co', 'v1.0', 'A. B. Smith', '数据 API'])('"%s" does', (name) => {
  expect(withoutAddress(name, 'acme')).toBe(name)
})
