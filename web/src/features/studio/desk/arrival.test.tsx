// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// How one comes to the desk from an import, before and after its files are here.
import '../../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { acme, OnWorkspace, place, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import { fakeServer, json, tokenFor } from '../../../shared/testing/server.ts'
import type { StudioBranch, StudioFile } from '../model.ts'
import { aFile } from '../testing.tsx'
import { useArrival } from './use-arrival.ts'

const branch: StudioBranch = {
  ...{ id: 9, slug: 'main', name: 'main', is_default: true, is_published: true },
  ...{ commit_hash: null, last_analyzed_at: null, yjs_document_id: null },
}
const onOpen = vi.fn()

function Arriving({ later }: { later: readonly StudioFile[] }) {
  const [files, setFiles] = useState<readonly StudioFile[]>([])
  useArrival({ branch, files, isEmpty: true, onOpen })
  return (
    <button type="button" onClick={() => setFiles(later)}>
      The import is done
    </button>
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  fakeServer({
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(300) }),
  })
})

const arrive = (path: string, ...later: StudioFile[]) =>
  renderAt(
    path,
    <OnWorkspace>
      <ToastLog />
      <Arriving later={later} />
    </OnWorkspace>,
  )

it('says what came of an import once it is here, opens the description, and forgets the address', async () => {
  const { user } = arrive(
    '/studio/pets?importFiles=true&keep=1',
    aFile('docs/intro.md'),
    aFile('openapi.yaml'),
    aFile('gone.md', { deleted_at: '2026-11-22T10:00:00Z' }),
  )
  await screen.findByRole('button')
  expect(onOpen).not.toHaveBeenCalled()
  expect(place.current).toBe('/studio/pets?importFiles=true&keep=1')
  await user.click(screen.getByRole('button'))
  expect(await screen.findByText('2 files are here.')).toBeTruthy()
  expect(onOpen.mock.calls).toEqual([['openapi.yaml', []]])
  await waitFor(() => expect(place.current).toBe('/studio/pets?keep=1'))
})

it('says nothing of files to who just opens the project', async () => {
  const { user } = arrive('/studio/pets', aFile('docs/intro.md'))
  await user.click(await screen.findByRole('button'))
  await waitFor(() => expect(onOpen.mock.calls).toEqual([['docs/intro.md', []]]))
  expect(screen.queryByText(/here/)).toBeNull()
})
