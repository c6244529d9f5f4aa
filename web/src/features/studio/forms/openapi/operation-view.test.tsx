// What an operation may have beside the usual, in each version of OpenAPI, written as little text.
import '../../../../shared/testing/host.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { renderAt } from '../../../../shared/testing/render.tsx'
import { FormView } from '../FormView.tsx'
import { describedDocument } from '../testing.tsx'

const start = ['paths', '/a', 'get']
const operation = "paths:\n  /a:\n    get:\n      responses:\n        '200': { description: Fine }\n"

function show(version: string) {
  const text = `${version}\n# As the invoice says\n${operation}`
  const document = describedDocument(text)
  const { user } = renderAt(
    '/',
    <FormView document={document} path={start} onOpen={() => undefined} onEditInCode={() => undefined} />,
  )
  const add = async (noun: string, name: string) => {
    await user.click(screen.getByRole('button', { name: `Add ${noun}` }))
    await user.type(screen.getByRole('textbox', { name: `Name of the new ${noun}` }), name)
    await user.keyboard('{Enter}')
  }
  const now = () => {
    expect(document.textNow().startsWith(`${version}\n# As the invoice says\n`)).toBe(true)
    return parse(document.textNow()).paths['/a'].get
  }
  return { user, add, now }
}

it.each(['openapi: 3.0.3', 'openapi: 3.1.0'])(
  'is called back and answers with headers in %s',
  async (version) => {
    const { add, now } = show(version)
    await add('header', 'X-Rate-Limit')
    await add('callback', 'onPaid')
    expect(now()).toEqual({
      responses: {
        200: { description: 'Fine', headers: { 'X-Rate-Limit': { schema: { type: 'string' } } } },
      },
      callbacks: {
        onPaid: {
          '{$request.body#/callbackUrl}': {
            post: { summary: '', responses: { 200: { description: 'OK' } } },
          },
        },
      },
    })
  },
)

it('of OpenAPI 2 has its body among the parameters, and knows no callbacks', async () => {
  const { user, add, now } = show("swagger: '2.0'")
  expect(screen.queryByRole('button', { name: /Add (callback|body)/ })).toBeNull()
  await add('header', 'X-Rate-Limit')
  await user.click(screen.getByRole('button', { name: 'Add parameter' }))
  await user.click(screen.getByRole('menuitem', { name: /body/ }))
  expect(now()).toMatchObject({
    parameters: [{ in: 'body', schema: {} }],
    responses: { 200: { headers: { 'X-Rate-Limit': { type: 'string' } } } },
  })
})
