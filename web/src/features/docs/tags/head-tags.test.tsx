import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowedTags, keepChoice, keptChoice, wantedTags } from './consent.ts'
import HeadTags from './HeadTags.tsx'
import type { Tags } from './which.ts'

const tags: Tags = {
  name: 'Acme',
  google_tag_manager: 'GTM-A1B2C3D',
  localizejs: 'abcdef0123456',
  show_userway: false,
  disable_cookie_tracking: true,
}
const reload = vi.fn()

beforeEach(() => {
  window.localStorage.clear()
  vi.stubGlobal('location', Object.create(window.location, { reload: { value: reload } }))
  reload.mockClear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <MemoryRouter>
      <HeadTags tags={tags} />
    </MemoryRouter>,
  )
const frame = () => screen.queryByTitle('Tag Manager')
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('consent', () => {
  it('is for each of them, and what comes later is asked for anew', () => {
    expect(wantedTags(tags)).toEqual(['google_tag_manager', 'localizejs'])
    keepChoice({ google_tag_manager: true, localizejs: false })
    expect(allowedTags({ ...tags, show_userway: true }, keptChoice())).toMatchObject({
      google_tag_manager: 'GTM-A1B2C3D',
      localizejs: null,
      show_userway: false,
    })
    for (const odd of ['allowed', 'null', '[]', '{"localizejs":1,"other":true}']) {
      window.localStorage.setItem('waymark-docs-tags', odd)
      expect(keptChoice()).toEqual({})
    }
  })

  it('lets in those that were chosen', () => {
    show()
    expect(frame()).toBeNull()
    click('Choose')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Google Tag Manager' }))
    click('Allow these')
    expect(frame()).not.toBeNull()
    expect(document.head.querySelector('script[src*="localize"]')).toBeNull()
    expect(keptChoice()).toEqual({ google_tag_manager: true, localizejs: false })
  })

  it('taken back here or in another window, ends what runs with its document', () => {
    keepChoice({ google_tag_manager: true, localizejs: false })
    show()
    click('Cookie choices')
    click('Decline')
    expect(reload).toHaveBeenCalledTimes(1)
    keepChoice({ google_tag_manager: false, localizejs: false })
    fireEvent(window, new StorageEvent('storage', { key: 'waymark-docs-tags' }))
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
