import { SettingsArea } from './pages/SettingsArea.tsx'

/** The settings of a project, mounted at /settings/:projectSlug/*. */
export default function ProjectSettingsRoutes() {
  return <SettingsArea />
}
