import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { themeKeys, themeOf } from '../../../../../supabase/functions/_shared/domain/theme.ts'
import type { WorkspaceSettings } from '../../../shared/data/settings.ts'
import { useIsInPlan } from './FeatureLock.tsx'
import { LookRow } from './LookRow.tsx'

const ThemeDialog = lazy(() => import('./ThemeDialog.tsx'))

/** The five colours, and the dialog that changes them. */
export function ThemeRow({ kept, canEdit }: { kept: WorkspaceSettings['theme']; canEdit: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const isInPlan = useIsInPlan('custom_theme')
  const theme = themeOf(kept)
  const isPlain = Object.keys(theme).length === 0
  return (
    <>
      <LookRow
        title="Theme"
        help="Colours of the sidebar, of buttons and links: in the workspace, its documentation and its mails."
        locked={isInPlan ? undefined : 'custom_theme'}
        shown={
          <Box aria-hidden sx={{ display: 'flex', pl: 0.5 }}>
            {themeKeys.map((key) => (
              <Box
                key={key}
                sx={{
                  width: 22,
                  height: 22,
                  ml: -0.5,
                  borderRadius: '50%',
                  border: 2,
                  borderColor: 'background.paper',
                  outline: 1,
                  outlineStyle: 'solid',
                  outlineColor: 'divider',
                  backgroundColor: theme[key] ?? 'action.hover',
                }}
              />
            ))}
          </Box>
        }
        action={
          // What a plan no longer holds can still be taken out.
          <Button
            variant="outlined"
            disabled={!canEdit || (!isInPlan && isPlain)}
            onClick={() => setOpen(true)}
          >
            Edit theme
          </Button>
        }
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <ThemeDialog kept={kept} isInPlan={isInPlan} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
