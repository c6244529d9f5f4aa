import { AddProjectPage } from './pages/AddProjectPage.tsx'

/** Adding projects at /add/projects. */
export default AddProjectPage
