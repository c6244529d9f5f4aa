// The demo's style guide: who extends it, and the one violation that somebody answers for.
import type { Place } from './platform.ts'
import { GUIDED, WAIVER } from './story.ts'
import { eventually } from './waiting.ts'

const DAY_MS = 86_400_000

/** Has projects extend the guide where they extend none. */
export async function ensureGuide({ owner }: Place, projects: Map<string, number>): Promise<void> {
  const guide = projects.get(GUIDED.by)
  for (const slug of GUIDED.projects) {
    const id = projects.get(slug)
    const held = await owner.select(`project_style_guides?select=project_id&project_id=eq.${id}`)
    if (held.length === 0)
      await owner.rpc('set_project_style_guides', { p_project_id: id, p_style_guide_ids: [guide] })
  }
}

/** Waives a violation, once the rules have found it; one that was there, or ended, is not made again. */
export async function ensureWaiver(
  { owner }: Place,
  projects: Map<string, number>,
  ownerId: number,
): Promise<void> {
  const id = projects.get(WAIVER.project)
  const held = await owner.select(`finding_waivers?select=id&project_id=eq.${id}`)
  if (held.length > 0) return
  const finding = await eventually('What the rules find in a demo project', async () => {
    const found = await owner.select<{ id: number }>(
      `findings?select=id,branch:branches!inner(is_default)&branch.is_default=eq.true&project_id=eq.${id}&rule=eq.${WAIVER.rule}&order=file,start_line&limit=1`,
    )
    return found[0]
  })
  await owner.rpc('waive_finding', {
    p_finding_id: finding.id,
    p_reason: WAIVER.reason,
    p_owner_id: ownerId,
    p_expires_on: new Date(Date.now() + WAIVER.days * DAY_MS).toISOString().slice(0, 10),
  })
}
