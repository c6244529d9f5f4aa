// What the desk shows of the Studio's other parts, each in a chunk of its own.
import type { Extension } from '@codemirror/state'
import type { ComponentType, ReactNode } from 'react'
import type { Path, Range } from '../../../../../editing/types.ts'
import type { OpenDocument } from '../documents/open-document.ts'

export interface FormProps {
  document: OpenDocument
  path: Path
  onEditInCode: (range: Range) => void
  onOpen: (path: Path) => void
}

export interface OutlineProps {
  document: OpenDocument
  path: Path
  onOpen: (path: Path) => void
}

export interface Slots {
  Form: ComponentType<FormProps> | null
  Outline: ComponentType<OutlineProps> | null
}

export const slots: Slots = { Form: null, Outline: null }

/** What the language adds to a document in front. */
export interface Language {
  extensions: readonly Extension[]
  status: ReactNode
}
