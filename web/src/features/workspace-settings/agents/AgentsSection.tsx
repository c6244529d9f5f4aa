import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { apiUrl } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { Snippet } from '../../../shared/ui/Snippet.tsx'

const here = (path: string) => new URL(path, window.location.origin).href

/** Where programs, agents and other pages read the documentation of the workspace. */
export function AgentsSection() {
  const { slug } = useWorkspace()
  const address = here(apiUrl('/mcp'))
  const connect = `claude mcp add --transport http ${slug} ${address}`
  const embed = `<script type="module" src="${here('/embed.js')}"></script>
<waymark-docs project="project-slug"></waymark-docs>`
  return (
    <SettingsSection
      title="Agents and embeds"
      description="Agents (Model Context Protocol) ask you to sign in and see what you may read; with a workspace token, what that may see. On other pages, and at the public address, what is public is shown."
    >
      <Part title="MCP address" label="MCP address" copy="Copy the MCP address" text={address} />
      <Part
        title="Connect Claude Code"
        label="Connect command"
        copy="Copy the connect command"
        text={connect}
      />
      <Part
        title="MCP address of what is public"
        label="Public MCP address"
        copy="Copy the public MCP address"
        text={`${address}/public`}
      />
      <Part
        title="Show a project on another page"
        label="Embed snippet"
        copy="Copy the embed snippet"
        text={embed}
      />
    </SettingsSection>
  )
}

function Part({ title, label, copy, text }: { title: string; label: string; copy: string; text: string }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle2" component="h3">
          {title}
        </Typography>
        <CopyButton text={text} label={copy} />
      </Box>
      <Snippet label={label}>{text}</Snippet>
    </Box>
  )
}
