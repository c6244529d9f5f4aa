// What the desk shows of the forms: they come together.
export { FormView } from './FormView.tsx'
export { DescriptionOutline } from './outline/DescriptionOutline.tsx'
