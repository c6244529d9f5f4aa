import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Path } from '../../../../../editing/types.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { FormView } from './FormView.tsx'
import { DescriptionOutline } from './outline/DescriptionOutline.tsx'
import { bookings, model, rich, todos, welcome } from './stories-texts.ts'
import { describedDocument, editorAt } from './testing.tsx'

export const title = 'Studio forms'

/** A document beside its outline, as the Studio has it; what is to be edited in code is said below. */
function Desk({ document, start = [] }: { document: OpenDocument; start?: Path }) {
  const [path, setPath] = useState<Path>(start)
  const [wanted, setWanted] = useState('')
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        minHeight: 0,
        height: { md: '90dvh' },
      }}
    >
      <Box sx={{ width: { md: 260 }, height: { xs: 240, md: 'auto' }, display: 'flex', flex: 'none' }}>
        <DescriptionOutline document={document} path={path} onOpen={setPath} />
      </Box>
      <Box
        sx={{ flex: 1, minWidth: 0, overflow: 'auto', borderLeft: { md: 1 }, borderColor: { md: 'divider' } }}
      >
        <FormView
          document={document}
          path={path}
          onOpen={setPath}
          onEditInCode={(range) => setWanted(`${range.from}–${range.to}`)}
        />
        <output>{wanted ? `In code: ${wanted}` : ''}</output>
      </Box>
    </Box>
  )
}

const openapi31 = describedDocument(bookings)
export const OpenApi31 = () => <Desk document={openapi31} start={['paths', '/bookings/{bookingId}', 'put']} />

const model31 = describedDocument(bookings)
export const Model = () => <Desk document={model31} start={['components', 'schemas', 'Booking']} />

const rules = describedDocument(rich)
export const Rules = () => <Desk document={rules} start={['components', 'schemas', 'Order']} />

const variants = describedDocument(rich)
export const Variants = () => <Desk document={variants} start={['components', 'schemas', 'Payment']} />

const order = describedDocument(rich)
export const WholeOperation = () => <Desk document={order} start={['paths', '/orders/{orderId}', 'post']} />

const swagger = describedDocument(todos, { path: 'todos.json' })
export const OpenApi2 = () => <Desk document={swagger} />

const file = describedDocument(model, { path: 'models/Money.yaml' })
export const ModelFile = () => <Desk document={file} />

const shared = describedDocument(bookings, {
  people: [editorAt({ id: 'openapi.yaml' }, ['paths', '/bookings', 'get', 'summary'])],
})
export const SomebodyElse = () => <Desk document={shared} start={['paths', '/bookings', 'get']} />

const readOnly = describedDocument(bookings, { readOnly: true })
export const ReadOnly = () => <Desk document={readOnly} start={['paths', '/bookings', 'get']} />

const broken = describedDocument(bookings.replace('operationId: listBookings', 'operationId: [listBookings'))
export const Broken = () => <Desk document={broken} start={['paths', '/bookings', 'get']} />

const contents = describedDocument(
  JSON.stringify(
    {
      items: [
        { type: 'divider', title: 'Guides' },
        { type: 'item', title: 'Start here', uri: 'docs/start.md' },
        { type: 'group', title: 'More', items: [{ type: 'item', title: 'Errors', uri: 'docs/errors.md' }] },
        { type: 'item', title: 'The API', uri: 'reference/openapi.yaml' },
      ],
    },
    null,
    2,
  ),
  { path: 'toc.json' },
)
export const TableOfContents = () => <Desk document={contents} />

const article = describedDocument(welcome, { path: 'docs/welcome.md' })
export const Article = () => <Desk document={article} />
