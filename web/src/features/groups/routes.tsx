import { ProjectsPage } from './pages/ProjectsPage.tsx'

/** The projects of the administration, /admin/projects; who may open it is decided by the frame. */
export default function ProjectsRoutes() {
  return <ProjectsPage />
}
