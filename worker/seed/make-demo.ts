// Makes the demo workspace as a company would have: each step looks first what is there, so that a run that was cut off
// anywhere is gone on with by the next one.
import type { ClientBase } from 'pg'
import { type DemoPerson, emailOf, HOME_CONTENT, PEOPLE, passwordOf } from './demo.ts'
import { ensureLook } from './look.ts'
import type { Platform } from './platform.ts'
import { ensureGroups, ensureHistories, ensureProjects } from './projects.ts'
import { ensureProposal } from './proposal.ts'
import { ensureGuide, ensureWaiver } from './rules.ts'
import { PROPOSAL } from './story.ts'
import { analysed } from './waiting.ts'
import { ensureWorkspace } from './workspace.ts'

/** Makes what is missing; false where a workspace of that name belongs to somebody else. */
export async function makeDemo(db: ClientBase, platform: Platform): Promise<boolean> {
  const workspace = await ensureWorkspace(db, platform)
  if (!workspace) return false
  const people = await Promise.all(PEOPLE.map((person) => introduce(platform, person)))
  const named = (role: DemoPerson['role']) => {
    const found = people.find((person) => person.role === role)
    if (!found) throw new Error(`The demo has no ${role}.`)
    return found
  }
  const [ada, milo, gus] = [named('owner'), named('maker'), named('guest')]
  const owner = ada.session
  const place = { owner, workspaceId: workspace.id }
  await owner.patch(`workspaces?id=eq.${workspace.id}&home_content=is.null`, { home_content: HOME_CONTENT })
  await ensureLook(place)
  const groups = await ensureGroups(place)
  const projects = await ensureProjects(place, platform, groups, gus.id)
  await ensureGuide(place, projects)
  const projectId = projects.get(PROPOSAL.project) ?? 0
  const proposing = { author: milo.session, reviewerId: ada.id, workspaceId: workspace.id, projectId }
  await Promise.all([
    ensureHistories(place, platform, projects).then(() => ensureProposal(proposing)),
    ensureWaiver(place, projects, ada.id),
  ])
  await analysed(owner, `workspace_id=eq.${workspace.id}`)
  return true
}

async function introduce(platform: Platform, person: DemoPerson) {
  const session = await platform.signIn(emailOf(person), passwordOf(person))
  const { id } = await session.rpc<{ id: number }>('update_account', {
    p_first_name: person.first,
    p_last_name: person.last,
    p_complete: true,
  })
  return { role: person.role, id, session }
}
