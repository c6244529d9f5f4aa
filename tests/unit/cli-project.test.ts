// Projects as people name them on the command line: by the ID of their settings, or as their address does.
import { expect, test } from 'vitest'
import { ServerClient } from '../../cli/server/client.ts'
import { projectId, projectSlug } from '../../cli/server/project.ts'

/** A server that has one project, and what it was asked. */
function aServer() {
  const asked: string[] = []
  const client = new ServerClient(new URL('https://acme.example.com/'))
  client.json = async <T>(path: string) => {
    asked.push(path)
    return { id: 'cHJqOjQy', slug: 'to-dos' } as T
  }
  return { client, asked }
}

test('an ID is taken as it is, and a name is looked up', async () => {
  const { client, asked } = aServer()
  expect(await projectId(client, 'cHJqOjQy')).toBe('cHJqOjQy')
  expect(asked).toEqual([])
  for (const name of ['to-dos', 'cHJqOg', 'YnI6NDI', 'a&b'])
    expect([name, await projectId(client, name)]).toEqual([name, 'cHJqOjQy'])
  expect(asked).toEqual([
    'projects?slug=to-dos',
    'projects?slug=cHJqOg',
    'projects?slug=YnI6NDI',
    'projects?slug=a%26b',
  ])
})

test('the name of an ID is asked for', async () => {
  const { client, asked } = aServer()
  expect(await projectSlug(client, 'cHJqOjQy')).toBe('to-dos')
  expect(asked).toEqual(['projects/cHJqOjQy'])
})
