import { expect, it } from 'vitest'
import { llmsPart } from '../../../supabase/functions/pages/model/llms.ts'

const page = (id: number, project: string) => ({
  id,
  project_slug: project,
  branch_slug: 'main',
  slug: `page-${id}`,
  name: `Page ${id}`,
  summary: '',
})
const pages = [page(1, 'pets'), page(4, 'orders'), page(5, 'pets'), page(9, 'pets')]
const origin = 'https://acme.example.com'
const listed = (text: string) => [...text.matchAll(/\[Page (\d+)\]/g)].map(([, id]) => Number(id))

it('lists all pages where they are one part, and says of no other', () => {
  const text = llmsPart('Acme', origin, pages, 4)
  expect(listed(text)).toEqual([1, 5, 9, 4])
  expect(text).not.toContain('from=')
})

it('says at its beginning and at its end where the list goes on', () => {
  const text = llmsPart('Acme', origin, pages.slice(0, 3), 2)
  expect(listed(text)).toEqual([1, 4])
  const next = `(${origin}/llms.txt?from=5)`
  expect(text.split('\n').slice(0, 4).join('\n')).toContain(next)
  expect(text.trimEnd().split('\n').at(-1)).toBe(`- [The next part of this list]${next}`)
})
