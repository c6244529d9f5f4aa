import type { Flag } from '../../../../supabase/functions/_shared/domain/flags.ts'

export interface WaymarkConfig {
  /** Origin of the Supabase API; '' means the page's own origin. */
  supabaseUrl: string
  anonKey: string
  /** Host (with port) that workspaces hang below: `{slug}.{baseHost}`. */
  baseHost: string
  mode: 'multi_tenant' | 'single_tenant'
  version: string
  inboxUrl?: string
  /** Slug of the only workspace of a single-tenant installation, which lives on the base host itself. */
  workspaceSlug?: string
  /** Share of the browser's traces that is kept, 0 to 1; 1 when absent. */
  traceSampleRate?: number
  /** Switches of the installation that are on. */
  flags?: Flag[]
  termsUrl?: string
  privacyUrl?: string
  /** The installation's account at UserWay; without one its widget is not offered. */
  userwayAccount?: string
  /** Where people ask for plans that are agreed on in person: an address of mail, or of a page. */
  salesContact?: string
  /** Whether there is a server of NEXT that projects are migrated from; the hosted platform has none. */
  legacyMigration?: boolean
  /** The page that is embedded as the roadmap; without one there is none. */
  roadmapUrl?: string
}
