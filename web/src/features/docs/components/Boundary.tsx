import { Component, type ReactNode } from 'react'

interface Props {
  /** What stands in for a part that cannot be rendered. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps a part whose content breaks the renderer from taking the page with it. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
