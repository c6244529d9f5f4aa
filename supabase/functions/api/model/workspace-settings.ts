// The settings of a workspace as the API spells them: the names of the database's columns, and beside them those that people
// know some by.
import { z } from '@hono/zod-openapi'
import type { RowOf } from '../../_shared/domain/contract.ts'
import type { Json } from '../../_shared/domain/database.gen.ts'
import { problemsOfRedirects } from '../../_shared/domain/redirects.ts'
import { fieldRefusal } from '../../_shared/http/problem.ts'

const flag = (description: string) => z.boolean().meta({ description })
const text = (description: string) => z.string().nullable().meta({ description })

export const settingsSchema = z
  .object({
    name: z.string().meta({ description: '2 to 20 characters.', example: 'Analytical Engines' }),
    logo_url: text('Address of the logo.'),
    favicon_url: text('Address of the favicon.'),
    theme: z
      .record(z.string(), z.string())
      .meta({ description: 'Colours by name.', example: { 'color-primary': '#2ea44e' } }),
    home_content: text('Markdown of the landing page, at most 30,000 characters.'),
    redirects: text('A redirect a line, `from to [301|302]`, at most 50,000 characters.'),
    idle_timeout_seconds: z
      .int()
      .nullable()
      .meta({ description: 'After how many seconds people who do nothing are signed out.' }),
    hide_powered_by: flag('Whether the name of the product is left out.'),
    hide_sign_in: flag('Whether visitors are shown no way to sign in.'),
    join_requests_disabled: flag('Whether strangers may not ask to join.'),
    guests_receive_daily_digest: flag('Whether guests get the daily digest.'),
    use_automatic_ssg_conversion: flag(
      'Whether projects whose default branch holds a Spectral ruleset are style guides.',
    ),
    disable_default_styleguide_editing: flag(
      'Whether only global admins take default style guides from projects.',
    ),
    show_tryit: flag('Whether readers may try operations.'),
    show_tryit_mock_server: flag('Whether mock servers answer.'),
    allow_search_indexing: flag('Whether search engines may list public documentation.'),
    show_userway: flag('Whether the widget of UserWay is shown.'),
    disable_cookie_tracking: flag('Whether visitors are asked before anything tracks them.'),
    allow_public_projects: flag('Whether projects may be public.'),
    allow_web_projects: flag('Whether projects may be made without a Git host.'),
    google_tag_manager: text('ID of a container.'),
    localizejs: text('Key of a project of Localize.'),
    migrated_from_next: flag(
      'Whether the workspace came from NEXT, so that its projects there can be migrated.',
    ),
  })
  .meta({ id: 'WorkspaceSettings' })

export type Settings = z.infer<typeof settingsSchema>

type Name = keyof Settings & keyof RowOf<'workspace_settings'>

/** Other names of settings, and whether they say the opposite. */
const others: Record<string, { name: Name; isInverse?: true }> = {
  allow_join_requests: { name: 'join_requests_disabled', isInverse: true },
  allow_guests_receive_daily_digest: { name: 'guests_receive_daily_digest' },
  allow_default_style_guide_disable: { name: 'disable_default_styleguide_editing', isInverse: true },
  remove_waymark_branding: { name: 'hide_powered_by' },
  landing_page_content: { name: 'home_content' },
  localize_js: { name: 'localizejs' },
  hide_sign_in_button: { name: 'hide_sign_in' },
}

/** What may be sent: settings by either name, none of them needed. Values are judged by the database, by one rule for all doors. */
export const changesSchema = z
  .object({
    ...settingsSchema.partial().shape,
    allow_join_requests: flag('The opposite of `join_requests_disabled`.').optional(),
    allow_guests_receive_daily_digest: flag('`guests_receive_daily_digest`.').optional(),
    allow_default_style_guide_disable: flag(
      'The opposite of `disable_default_styleguide_editing`.',
    ).optional(),
    remove_waymark_branding: flag('`hide_powered_by`.').optional(),
    landing_page_content: text('`home_content`.').optional(),
    localize_js: text('`localizejs`.').optional(),
    hide_sign_in_button: flag('`hide_sign_in`.').optional(),
  })
  .strict()

/** Settings by the names of the database; 400 for one that is named twice. */
export function settingsOf(given: z.infer<typeof changesSchema>): Record<string, Json | undefined> {
  const settings: Record<string, Json | undefined> = {}
  for (const [key, value] of Object.entries(given)) {
    const { name = key, isInverse = false } = others[key] ?? {}
    if (name in settings) throw fieldRefusal(key, `This is the same setting as ${name}.`)
    settings[name] = isInverse ? !value : value
  }
  const [problem] = typeof given.redirects === 'string' ? problemsOfRedirects(given.redirects) : []
  if (problem) throw fieldRefusal('redirects', `Line ${problem.line}: ${problem.message}`)
  return settings
}
