import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useMemo } from 'react'
import type { Comments } from '../comments/use-comments.ts'
import type { ShownPlan } from '../language/protocol.ts'
import { TabBar } from '../layout/TabBar.tsx'
import { written } from '../palette/commands.ts'
import { isRuleset } from '../rules/is-ruleset.ts'
import { useAddImages } from '../tree/use-add-images.ts'
import { DocumentArea } from './DocumentArea.tsx'
import type { Stage } from './use-stage.ts'

const EmptyProject = lazy(() => import('./asked.ts').then((m) => ({ default: m.EmptyProject })))
const BottomPanel = lazy(() => import('./asked.ts').then((m) => ({ default: m.BottomPanel })))

/** In the middle: the tabs, the file in front as form or code, and the panel below it. */
export function MiddlePane({ stage, comments }: { stage: Stage; comments: Comments }) {
  const { project, branch, desk, language, tabs, active, live, path, readOnly } = stage
  const extensions = useMemo(
    () => [...(language.extensions ?? []), ...(comments.extensions ? [comments.extensions] : [])],
    [language.extensions, comments.extensions],
  )
  const addImages = useAddImages({ project, branchId: branch.id, files: live })
  const replace = (plan: ShownPlan) => void language.actions.apply(plan).catch(language.fail)
  return (
    <>
      {tabs.length > 0 ? (
        <Box
          sx={{
            display: 'flex',
            flex: 'none',
            borderBottom: 1,
            borderColor: 'divider',
            backgroundColor: 'background.default',
          }}
        >
          <TabBar files={tabs} active={desk.active} onOpen={stage.openFile} onClose={desk.close} />
          {active && isRuleset(active.path) ? (
            <Button
              size="small"
              sx={{ alignSelf: 'center', flex: 'none' }}
              onClick={() => stage.setDialog('try-rules')}
            >
              Try the rules
            </Button>
          ) : null}
          {stage.hasForm ? (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={desk.view}
              aria-label="How the file is shown"
              onChange={(_event, view) => view && stage.showAs(view)}
              sx={{ m: 0.5, '& .MuiToggleButton-root': { py: 0, px: 1.25, textTransform: 'none' } }}
            >
              <ToggleButton value="form">Form</ToggleButton>
              <ToggleButton value="code">Code</ToggleButton>
            </ToggleButtonGroup>
          ) : null}
        </Box>
      ) : null}
      <Box
        id="studio-document"
        role={active ? 'tabpanel' : undefined}
        aria-labelledby={active ? `tab-${active.id}` : undefined}
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          backgroundColor: 'background.paper',
        }}
      >
        {active ? (
          <DocumentArea
            projectId={project.id}
            branchSlug={branch.slug}
            file={active}
            view={desk.view}
            readOnly={readOnly}
            path={path}
            reveal={desk.reveal}
            onPlace={stage.caret.move}
            onPath={(to) => stage.setPath(active.id, to)}
            onReveal={(reveal) => desk.open(active.id, reveal)}
            onRename={(to, name, more) => language.actions.renameAt(active.path, to, name, more)}
            extensions={extensions}
            addImages={addImages}
            comments={comments.threads ? comments : null}
          />
        ) : live.length === 0 && !readOnly ? (
          <Suspense fallback={null}>
            <EmptyProject
              project={project}
              branchId={branch.id}
              onOpen={stage.openFile}
              onCreating={() => stage.setCreating({})}
            />
          </Suspense>
        ) : (
          <Nothing isEmpty={live.length === 0} />
        )}
      </Box>
      <Suspense fallback={null}>
        {language.panel ? (
          <BottomPanel
            language={language}
            front={active?.path ?? null}
            readOnly={readOnly}
            onReplace={replace}
          />
        ) : null}
      </Suspense>
    </>
  )
}

function Nothing({ isEmpty }: { isEmpty: boolean }) {
  return (
    <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 3 }}>
      <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
        {isEmpty
          ? 'There are no files in this project yet.'
          : `Open a file from the list, or press ${written('Mod+P')}.`}
      </Typography>
    </Box>
  )
}
