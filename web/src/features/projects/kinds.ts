// The kinds of project that can be added: the menu at the left.

import type { SvgIconComponent } from '@mui/icons-material'
import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import CreateNewFolder from '@mui/icons-material/CreateNewFolderOutlined'
import Language from '@mui/icons-material/Language'
import Rule from '@mui/icons-material/Rule'
import Terminal from '@mui/icons-material/Terminal'
import UploadFile from '@mui/icons-material/UploadFileOutlined'
import type { FlavourId } from './flavours.ts'

export type KindId = 'blank' | 'import' | 'git-blank' | 'git' | 'cli' | 'style-guide' | 'spectral'

export interface Kind {
  id: KindId
  label: string
  hint: string
  icon: SvgIconComponent
  flavours: readonly FlavourId[]
}

const kinds: readonly Kind[] = [
  {
    id: 'blank',
    label: 'Blank web project',
    hint: 'Starts empty, lives here',
    icon: Language,
    flavours: ['design', 'design_library'],
  },
  {
    id: 'import',
    label: 'Import OpenAPI file',
    hint: 'Files, a folder or a .zip',
    icon: UploadFile,
    flavours: ['design'],
  },
  {
    id: 'git-blank',
    label: 'Git blank project',
    hint: 'Makes a repository for it',
    icon: CreateNewFolder,
    flavours: ['design', 'design_library'],
  },
  {
    id: 'git',
    label: 'Add from a Git provider',
    hint: 'Repositories that are there',
    icon: AccountTree,
    flavours: ['design'],
  },
  {
    id: 'cli',
    label: 'CLI project',
    hint: 'Scripts and pipelines push to it',
    icon: Terminal,
    flavours: ['design'],
  },
  {
    id: 'style-guide',
    label: 'Create style guide',
    hint: 'Starts empty, lives here',
    icon: Rule,
    flavours: ['style_guide'],
  },
  {
    id: 'spectral',
    label: 'Import Spectral file',
    hint: 'A ruleset, alone or in a .zip',
    icon: UploadFile,
    flavours: ['style_guide'],
  },
]

/** The kinds of a flavour; an installation may keep projects to repositories, so that no blank one is made. */
export function kindsOf(flavour: FlavourId, webAllowed: boolean): Kind[] {
  return kinds.filter(({ id, flavours }) => flavours.includes(flavour) && (webAllowed || id !== 'blank'))
}

/** The kind that an address means: by its name, or by the Git provider that it preselects. */
export function kindOf(offered: readonly Kind[], query: URLSearchParams): Kind | undefined {
  const named = query.get('kind') ?? (query.has('integration') ? 'git' : null)
  const usual = (['blank', 'git-blank'] as const).find((id) => offered.some((kind) => kind.id === id))
  return offered.find(({ id }) => id === named) ?? offered.find(({ id }) => id === usual) ?? offered[0]
}
