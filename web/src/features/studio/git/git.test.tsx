// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// Commits and files that changed on both sides, as the person at the desk meets them.
import '../../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RECONNECT } from '../../../../../supabase/functions/_shared/domain/reconnect.ts'
import { acme, ada, OnWorkspace, renderAt } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { EmptyProject } from '../desk/EmptyProject.tsx'
import { mergesHere } from '../documents/merges-here.ts'
import type { DocumentStore } from '../documents/store.ts'
import { DocumentsContext } from '../documents/use-open-document.ts'
import type { StudioBranch, StudioFile, StudioProject } from '../model.ts'
import { aFile as anyFile, aProject, memoryDocument } from '../testing.tsx'
import { BringTogether } from './BringTogether.tsx'
import { CommitDialog } from './CommitDialog.tsx'
import { CommitProgress } from './CommitProgress.tsx'
import { CreateBranchDialog } from './CreateBranchDialog.tsx'
import { HostBranchesDialog } from './HostBranchesDialog.tsx'
import { PullButton } from './PullButton.tsx'
import { PullDialog } from './PullDialog.tsx'

/** A file as the facade sends it. */
const octets = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'application/octet-stream' } })

const project: StudioProject = { ...aProject, type: 'vcs', workspace_integration_id: 3 }
const branch: StudioBranch = {
  id: 9,
  slug: 'main',
  name: 'main',
  is_default: true,
  is_published: true,
  commit_hash: 'a'.repeat(40),
  last_analyzed_at: null,
  yjs_document_id: null,
}
const aFile = (path: string, more: Partial<StudioFile> = {}) => anyFile(path, { changed: true, ...more })
const moved = { base_moved: true, moved_hash: `\\x${'2'.repeat(64)}` }

const shown = (part: ReactNode) => renderAt('/studio/pets', <OnWorkspace>{part}</OnWorkspace>)

const account = {
  workspace_integration_id: 3,
  name: 'GitHub',
  kind: 'github',
  flow: 'oauth',
  external_user_id: 11,
  username: 'ada-l',
}

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/commit_documents': '0b9d',
    'POST /rest/v1/rpc/resolve_documents': [],
    'POST /rest/v1/rpc/look_at_host': null,
    'POST /rest/v1/rpc/connected_accounts': [account],
    'GET /rest/v1/branch_remotes': [],
  }
  received = fakeServer(answers)
})
const bodies = (path: string) => received.filter((one) => one.path.endsWith(path)).map(({ body }) => body)
const content = (id: string) =>
  `GET /api/v1/projects/cHJqOjU/branches/main/documents/${encodeURIComponent(id)}/content`

const taken = 'The project has a branch of this name already.'
const refusedAt = (field: string) =>
  json(409, { code: 'PT409', message: taken, details: JSON.stringify({ field }), hint: 'CONFLICT' })

describe('a new branch', () => {
  const open = async (onCreated = vi.fn()) => {
    const page = shown(<CreateBranchDialog branch={branch} onCreated={onCreated} onClose={() => undefined} />)
    const dialog = within(await screen.findByRole('dialog', { name: 'New branch' }))
    return { ...page, dialog, onCreated }
  }

  it('begins with a commit of nothing, under a name', async () => {
    const { user, dialog, onCreated } = await open()
    expect(dialog.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' next {Enter}')
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith('0b9d'))
    expect(bodies('/rpc/commit_documents')).toEqual([
      { p_branch_id: 9, p_message: 'Begin next', p_ids: [], p_new_branch: 'next' },
    ])
  })

  it('says at its name what is wrong with it, and above the buttons what is wrong else', async () => {
    answers['POST /rest/v1/rpc/commit_documents'] = () => refusedAt('new_branch')
    const { user, dialog, onCreated } = await open()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'next{Enter}')
    await dialog.findByRole('textbox', { name: 'Name', description: taken })
    expect(dialog.queryByRole('alert')).toBeNull()
    answers['POST /rest/v1/rpc/commit_documents'] = () => refusedAt('message')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(taken)
    expect(onCreated).not.toHaveBeenCalled()
  })
})

describe('a commit', () => {
  const files = [
    aFile('a.md'),
    aFile('b.md'),
    aFile('theirs.md', moved),
    aFile('same.md', { changed: false }),
  ]
  const open = (onCommitted = vi.fn()) => {
    for (const { id } of files) answers[content(id)] = () => octets('text')
    const page = shown(
      <CommitDialog
        project={project}
        branch={branch}
        files={files}
        mayCreateBranch
        isSaved
        compared={<p>2 major</p>}
        onCommitted={onCommitted}
        onBringTogether={() => undefined}
        onClose={() => undefined}
      />,
    )
    return { ...page, onCommitted }
  }

  it('takes what was chosen, with a message, and nothing that has to be brought together first', async () => {
    const { user, onCommitted } = open()
    const dialog = await screen.findByRole('dialog', { name: 'Commit and push' })
    expect(within(dialog).queryByText('same.md')).toBeNull()
    expect(within(dialog).getByRole('checkbox', { name: 'Take along theirs.md' })).toHaveProperty(
      'disabled',
      true,
    )
    await user.click(within(dialog).getByRole('checkbox', { name: 'Take along b.md' }))
    const button = within(dialog).getByRole('button', { name: 'Commit 1 file' })
    expect(button).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByRole('textbox', { name: /Commit message/ }), ' Say it ')
    await user.click(button)
    await waitFor(() => expect(onCommitted).toHaveBeenCalledWith('0b9d'))
    expect(bodies('/rpc/commit_documents')).toEqual([
      { p_branch_id: 9, p_message: 'Say it', p_ids: ['a.md'] },
    ])
  })

  it('may begin a branch, and says why it may not', async () => {
    answers['POST /rest/v1/rpc/commit_documents'] = () =>
      json(409, {
        code: 'PT409',
        message: 'The project has a branch of this name already.',
        details: '',
        hint: 'CONFLICT',
      })
    const { user } = open()
    const dialog = await screen.findByRole('dialog', { name: 'Commit and push' })
    await user.type(within(dialog).getByRole('textbox', { name: /Commit message/ }), 'Begin')
    await user.click(within(dialog).getByRole('radio', { name: 'On a new branch' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Name of the branch' }), 'next')
    await user.click(within(dialog).getByRole('button', { name: 'Commit 2 files' }))
    await within(dialog).findByText('The project has a branch of this name already.')
    expect(bodies('/rpc/commit_documents')).toMatchObject([{ p_new_branch: 'next' }])
  })

  it('says at the name of the branch what is wrong with it, until another one is typed', async () => {
    answers['POST /rest/v1/rpc/commit_documents'] = () => refusedAt('new_branch')
    const { user } = open()
    const dialog = within(await screen.findByRole('dialog', { name: 'Commit and push' }))
    await user.type(dialog.getByRole('textbox', { name: /Commit message/ }), 'Begin')
    await user.click(dialog.getByRole('radio', { name: 'On a new branch' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name of the branch' }), 'next')
    await user.click(dialog.getByRole('button', { name: 'Commit 2 files' }))
    await dialog.findByRole('textbox', { name: 'Name of the branch', description: taken })
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.type(dialog.getByRole('textbox', { name: 'Name of the branch' }), '-2')
    await waitFor(() => expect(dialog.queryByText(taken)).toBeNull())
  })

  it('says by whose account it is pushed, and what it means to clients', async () => {
    const { user } = open()
    const dialog = within(await screen.findByRole('dialog', { name: 'Commit and push' }))
    expect(await dialog.findByText('Pushed as ada-l at GitHub.')).toBeTruthy()
    expect(dialog.queryByText('2 major')).toBeNull()
    await user.click(dialog.getByRole('tab', { name: 'What it means' }))
    expect(dialog.getByText('2 major')).toBeTruthy()
    expect(dialog.queryByRole('group', { name: 'Connect GitHub' })).toBeNull()
  })

  it('is pushed by the service account for who has none', async () => {
    answers['POST /rest/v1/rpc/connected_accounts'] = [{ ...account, external_user_id: null, username: null }]
    open()
    expect(
      await screen.findByText('Pushed by the project’s service account at GitHub, with you as its author.'),
    ).toBeTruthy()
  })

  it('asks to connect anew where the host took no credentials when it was looked at', async () => {
    answers['GET /rest/v1/branch_remotes'] = [{ status: 'failed', reason: RECONNECT }]
    open()
    const panel = within(await screen.findByRole('group', { name: 'Connect GitHub' }))
    expect(panel.getByText('Looks like your access token is expired')).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Connect GitHub' })).toBeTruthy()
  })

  it.each([
    [RECONNECT, true],
    [`The Git host does not let this account write to the repository. ${RECONNECT}`, true],
    ['The branch is protected.', false],
  ])('that failed is followed by the way to connect anew where that helps: %s', async (reason, isAsked) => {
    answers['GET /rest/v1/document_commits'] = [
      { status: 'failed', commit_hash: null, reason, new_branch: null, task_id: null },
    ]
    shown(<CommitProgress id="0b9d" project={project} branches={[]} onClose={() => undefined} />)
    await screen.findByText(`Not pushed: ${reason}`)
    await waitFor(() => expect(bodies('/rpc/connected_accounts')).toHaveLength(1))
    if (isAsked) await screen.findByRole('group', { name: 'Connect GitHub' })
    else expect(screen.queryByRole('group', { name: 'Connect GitHub' })).toBeNull()
  })

  it.each([
    [{ status: 'failed', reason: 'The branch is protected.' }, 'Not pushed: The branch is protected.'],
    [{ status: 'moved' }, /^Not pushed: the branch has new commits at the Git host/],
    [{ status: 'pushed', commit_hash: 'abcdef0123' }, 'Pushed as abcdef0.'],
    [{ status: 'running' }, 'Pushing…'],
  ])('says how it ended: %o', async (row, says) => {
    answers['GET /rest/v1/document_commits'] = [
      { commit_hash: null, reason: null, new_branch: null, task_id: null, ...row },
    ]
    shown(<CommitProgress id="0b9d" project={project} branches={[]} onClose={() => undefined} />)
    await screen.findByText(says)
  })
})

describe('a file that changed on both sides', () => {
  const base = 'info:\n  title: Pets\n  version: "1"\n'
  const openBoth = (ours: string, theirs: string) => {
    const file = aFile('api.yaml', moved)
    answers[content(file.id)] = (request: ReceivedRequest) =>
      octets(request.path.includes('of=branch') ? theirs : base)
    const document = memoryDocument({ text: ours, path: file.path })
    const store = {
      use: () => () => undefined,
      subscribe: () => () => undefined,
      shown: () => document,
      session: () => ({ state: { unsent: 0 } }),
      flush: () => undefined,
      merger: mergesHere,
    } as unknown as DocumentStore
    const page = shown(
      <DocumentsContext value={{ store, pathOf: () => file.path }}>
        <BringTogether
          project={project}
          branch={branch}
          files={[file]}
          store={store}
          onClose={() => undefined}
        />
      </DocumentsContext>,
    )
    return { ...page, textNow: () => document.doc.getText('t').toString() }
  }
  const resolvedWith = [{ p_ids: ['api.yaml'], p_hashes: ['2'.repeat(64)] }]

  it('is brought together where both fit', async () => {
    const { user, textNow } = openBoth(base.replace('Pets', 'Mine'), base.replace('"1"', '"2"'))
    await screen.findByText(/Both sides fit together/)
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(bodies('/rpc/resolve_documents')).toEqual(resolvedWith))
    expect(textNow()).toBe('info:\n  title: Mine\n  version: "2"\n')
  })

  it('is decided where both said something else', async () => {
    const { user, textNow } = openBoth(base.replace('Pets', 'Mine'), base.replace('Pets', 'Theirs'))
    const dispute = await screen.findByRole('group', { name: 'info › title' })
    await user.click(within(dispute).getByRole('radio', { name: 'The branch’s' }))
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(bodies('/rpc/resolve_documents')).toEqual(resolvedWith))
    expect(textNow()).toBe(base.replace('Pets', 'Theirs'))
  })

  it('stays as it is here where one says so', async () => {
    const mine = base.replace('Pets', 'Mine')
    const { user, textNow } = openBoth(mine, base.replace('Pets', 'Theirs'))
    await screen.findByRole('group', { name: 'info › title' })
    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(bodies('/rpc/resolve_documents')).toEqual(resolvedWith))
    expect(textNow()).toBe(mine)
  })
})

describe('what is new at the host', () => {
  it('is looked for once the branch has been read, which a new repository waits for', async () => {
    const asked: string[] = []
    answers['POST /rest/v1/rpc/look_at_host'] = () => {
      asked.push(screen.getByRole('status').textContent)
      return json(200, null)
    }
    const Reading = () => {
      const [commit, setCommit] = useState<string | null>(null)
      return (
        <>
          <button type="button" onClick={() => setCommit(branch.commit_hash)}>
            Read it
          </button>
          <output>{commit ? 'read' : 'being read'}</output>
          <PullButton project={project} branch={{ ...branch, commit_hash: commit }} onOpen={vi.fn()} />
        </>
      )
    }
    const { user } = shown(<Reading />)
    const told = () => received.some(({ path }) => path.includes('/branch_remotes'))
    await waitFor(() => expect(told()).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Read it' }))
    await waitFor(() => expect(asked).toEqual(['read']))
  })
})

describe('a pull', () => {
  const open = (found: object, files: StudioFile[] = []) => {
    answers['POST /rest/v1/rpc/pull_branch'] = { job_id: 'job-1' }
    answers['GET /rest/v1/task_logs'] = [{ status: 'success', payload: {} }]
    answers['GET /rest/v1/branch_remotes'] = [
      {
        tip: 'b'.repeat(40),
        behind: null,
        commits: [],
        paths: null,
        reason: null,
        checked_at: null,
        ...found,
      },
    ]
    const ways = { onBringTogether: vi.fn(), onCommit: vi.fn(), onClose: vi.fn() }
    return { ...shown(<PullDialog project={project} branch={branch} files={files} {...ways} />), ...ways }
  }
  const commits = [{ sha: 'b'.repeat(40), author: 'Ben', at: null, message: 'Say it anew\n\nBecause.' }]

  it('shows what is new and what of it was changed here too, and leads to what has to be decided', async () => {
    const { user, onBringTogether } = open(
      { status: 'behind', behind: 3, commits, paths: ['docs/b.md', 'a.md'] },
      [aFile('a.md', moved)],
    )
    await screen.findByText('3 commits are new at the Git host:')
    expect(screen.getByText('Say it anew')).toBeTruthy()
    expect(screen.getByText('… and 2 more.')).toBeTruthy()
    expect(screen.getByText('2 files change, 1 of them changed here as well')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pull' }))
    await screen.findByText(/Yours stands in One file until both are brought together: a.md/)
    await user.click(screen.getByRole('button', { name: 'Bring together…' }))
    expect(onBringTogether).toHaveBeenCalled()
  })

  it.each<[object, RegExp, string | null]>([
    [{ status: 'same', tip: 'a'.repeat(40) }, /There is nothing new/, null],
    [{ status: 'behind', behind: 1, commits }, /One commit is new/, 'Pull'],
    [{ status: 'behind', commits }, /More than 200 commits/, 'Pull'],
    [{ status: 'rewritten', commits }, /The history was rewritten/, 'Pull'],
    [{ status: 'gone', tip: null }, /main is no longer at the Git host/, 'Commit to a new branch…'],
    [
      { status: 'failed', tip: null, reason: 'The Git host could not be reached.' },
      /could not be reached/,
      null,
    ],
  ])('says how the branch stands there: %o', async (found, says, action) => {
    open(found)
    await screen.findByText(says)
    const actions = ['Pull', 'Commit to a new branch…'].filter((name) =>
      screen.queryByRole('button', { name }),
    )
    expect(actions).toEqual(action === null ? [] : [action])
  })

  it('asks to connect anew where the token has ended', async () => {
    open({ status: 'failed', tip: null, reason: RECONNECT })
    const panel = within(await screen.findByRole('group', { name: 'Connect GitHub' }))
    expect(panel.getByText('Connect your account at GitHub once more to go on.')).toBeTruthy()
  })
})

describe('branches at the host', () => {
  const names = 'GET /api/v1/projects/cHJqOjU/repository/branches'
  const open = () => {
    answers['GET /rest/v1/branches'] = [{ id: 9, name: 'main', slug: 'main' }]
    answers['POST /rest/v1/rpc/track_branch'] = { job_id: 'job-2' }
    const onClose = vi.fn()
    return { ...shown(<HostBranchesDialog project={project} onClose={onClose} />), onClose }
  }

  it('that are not here are followed from here', async () => {
    answers[names] = { items: [{ name: 'main' }, { name: 'release/2' }], next: null }
    const { user, onClose } = open()
    const list = within(await screen.findByRole('list', { name: 'Branches that are not followed' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['release/2Track'])
    await user.click(list.getByRole('button', { name: 'Track release/2' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies('/rpc/track_branch')).toEqual([{ p_project_id: 5, p_branch: 'release/2' }])
  })

  it('are asked for by an account that the host knows', async () => {
    answers[names] = () =>
      problem(422, 'VCS_PROVIDER_ERROR', 'Looks like your access token is expired', { reason: 'reconnect' })
    open()
    await screen.findByRole('group', { name: 'Connect GitHub' })
  })
})

describe('a project without files', () => {
  it.each([
    ['vcs', /Readers see it once you commit\.$/],
    ['web', /Readers see it once you publish\.$/],
  ] as const)('of kind %s says when readers see what is written', async (type, text) => {
    shown(<EmptyProject project={{ ...project, type }} branchId={9} onOpen={vi.fn()} onCreating={vi.fn()} />)
    await screen.findByText(text)
  })
})
