import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { IconDrawing } from './IconDrawing.tsx'

test.each(['__proto__', 'constructor', 'toString', 'no-such-icon', '', null])(
  'a name that is no icon, %j, is shown as the usual one',
  (name) => {
    const { container } = render(<IconDrawing name={name} side={16} />)
    const usual = render(<IconDrawing name="cabinet-filing" side={16} />)
    expect(container.querySelector('path')?.getAttribute('d')).toBe(
      usual.container.querySelector('path')?.getAttribute('d'),
    )
  },
)
