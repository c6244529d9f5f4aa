// How a group or a team looks, in all the names that the specification has for it.
import { z } from '@hono/zod-openapi'
import { hexColour, iconName } from '../../_shared/domain/validation.ts'

const icon = iconName.meta({ example: 'cabinet-filing' })
const colour = hexColour.meta({ example: '#2ea44e' })

/** What a request may say of it: fields of their own, or `presentation` with both. */
export const lookFields = {
  icon,
  icon_color: colour,
  iconColor: colour.meta({ description: 'The same as icon_color.' }),
  presentation: z
    .object({ icon, icon_color: colour, color: colour })
    .partial()
    .meta({
      description: 'Icon and colour together; goes before the fields of their own.',
      example: { icon: 'rocket', icon_color: '#2ea44e' },
    }),
}

/** What answers say of it. */
export const presentationSchema = z.object({ icon, icon_color: colour }).meta({ id: 'Presentation' })

type Requested = { [Key in keyof typeof lookFields]?: z.infer<(typeof lookFields)[Key]> | undefined }

/** The icon and colour that a request means, as arguments of the database's functions; absent ones stay absent. */
export function lookOf({ icon, icon_color, iconColor, presentation }: Requested) {
  return {
    p_icon: presentation?.icon ?? icon,
    p_icon_color: presentation?.icon_color ?? presentation?.color ?? icon_color ?? iconColor,
  }
}
