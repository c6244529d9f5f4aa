import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProjectIcon } from './ProjectIcon.tsx'

test.each(['__proto__', 'constructor', 'toString', 'no-such-icon', '', null])(
  'a name that is no icon, %j, is shown as the usual one',
  (name) => {
    const { container } = render(<ProjectIcon name={name} colour={null} />)
    const usual = render(<ProjectIcon name="cabinet-filing" colour={null} />)
    expect(container.querySelector('path')?.getAttribute('d')).toBe(
      usual.container.querySelector('path')?.getAttribute('d'),
    )
  },
)
