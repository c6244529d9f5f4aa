import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { ProblemsPanel } from '../language/panels/ProblemsPanel.tsx'
import { SearchPanel } from '../language/panels/SearchPanel.tsx'
import { UsesPanel } from '../language/panels/UsesPanel.tsx'
import { useLanguageState, useProblems } from '../language/use-client.ts'
import { ChangesPanel } from '../preview/ChangesPanel.tsx'
import type { LanguageDesk, Panel } from './use-language.ts'

interface Props {
  language: LanguageDesk
  front: string | null
  readOnly: boolean
  onReplace: Parameters<typeof SearchPanel>[0]['onReplace']
}

/** Below the text: what is wrong, what was searched, where something is used, what changed since it was published. */
export function BottomPanel({ language, front, readOnly, onReplace }: Props) {
  const { panel, showPanel, actions } = language
  if (panel === null) return null
  return (
    <Box
      component="section"
      aria-label="Problems, search, uses and changes"
      sx={{
        flex: 'none',
        height: 'min(280px, 45%)',
        display: 'flex',
        flexDirection: 'column',
        borderTop: 1,
        borderColor: 'divider',
        backgroundColor: 'background.default',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flex: 'none', pr: 1 }}>
        <Tabs
          value={panel}
          onChange={(_event, next: Panel) => showPanel(next)}
          aria-label="Problems, search, uses and changes"
          sx={{ flex: 1 }}
        >
          <Tab value="problems" label="Problems" />
          <Tab value="search" label="Search" />
          <Tab value="uses" label="Uses" />
          <Tab value="changes" label="Changes" />
        </Tabs>
        <IconButton size="small" aria-label="Close the panel" onClick={() => showPanel(null)}>
          <CloseIcon fontSize="compact" aria-hidden />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', position: 'relative' }}>
        {panel === 'problems' ? <AllProblems language={language} front={front} readOnly={readOnly} /> : null}
        {panel === 'search' ? (
          <SearchPanel
            client={language.client}
            start={language.searched}
            readOnly={readOnly}
            onGo={actions.goTo}
            onReplace={onReplace}
          />
        ) : null}
        {panel === 'uses' ? (
          <UsesPanel
            subject={language.found?.subject ?? null}
            uses={language.found?.uses ?? null}
            readOnly={readOnly}
            onGo={actions.goTo}
            onRename={language.onRenaming}
          />
        ) : null}
        {panel === 'changes' ? (
          <ChangesPanel
            client={language.client}
            analysis={language.analysis}
            loadBase={language.loadBase}
            onGo={actions.goTo}
          />
        ) : null}
      </Box>
    </Box>
  )
}

function AllProblems({ language, front, readOnly }: Pick<Props, 'language' | 'front' | 'readOnly'>) {
  const { client, rulesNote, actions } = language
  return (
    <ProblemsPanel
      problems={useProblems(client)}
      front={front}
      state={useLanguageState(client)}
      note={rulesNote}
      readOnly={readOnly}
      onGo={actions.goTo}
      onFix={actions.fix}
      onRestart={() => client.restart()}
    />
  )
}
