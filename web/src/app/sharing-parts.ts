import { lazy } from 'react'
import type { SharingParts } from '../shared/ui/sharing-slot.tsx'

/** What fills the slot of sharing; loaded when it is first shown. */
export const sharingParts: SharingParts = {
  ShareProject: lazy(() =>
    import('../features/sharing/ShareProject.tsx').then(({ ShareProject }) => ({ default: ShareProject })),
  ),
  ShareDialog: lazy(() =>
    import('../features/sharing/ShareDialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
  ),
}
