import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, type Workspace } from '../support/people.ts'
import { aDocumentedProject, type Project } from '../support/projects.ts'

const stack = sharedStack()

describe('reading the documentation of an imported API', () => {
  let workspace: Workspace
  let project: Project
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    project = await aDocumentedProject(stack, workspace, { visibility: 'public' })
  })
  it('answers in words for a branch or page that does not exist, and for a project id that is none', async () => {
    const get = async (path: string) => refusalIn(await call(stack, path))
    expect(await get(`/projects/${project.id}/table-of-contents?branch=nope`)).toMatchObject({
      status: 404,
      type: 'BRANCH_NOT_FOUND',
    })
    expect(await get(`/projects/${project.id}/nodes/nope`)).toMatchObject({ status: 404, type: 'NOT_FOUND' })
    expect(await get(`/workspaces/${workspace.id}/nodes?search=x&project_ids[]=abc`)).toMatchObject({
      status: 400,
      type: 'INVALID_ID',
    })
  })
})
