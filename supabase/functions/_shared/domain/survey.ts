// Answers asked at sign-up.

export const personas = {
  fullstack_developer: 'Full-stack developer',
  backend_developer: 'Backend developer',
  frontend_developer: 'Frontend developer',
  technical_architect: 'Technical architect',
  technical_writer: 'Technical writer',
  quality_engineer: 'Quality engineer',
  director_manager: 'Director or manager',
  product_manager: 'Product manager',
  exec: 'Executive',
  other: 'Other',
} as const

export const apiCounts = ['0', '1', '2-10', '11-50', '51-100', '100+'] as const

export const openapiUsages = {
  with_git: 'Yes, with Git',
  without_git: 'Yes, without Git',
  not_using: 'Not yet',
} as const

export const useCases = {
  apiProgram: 'Run an API programme',
  apiDesign: 'Design APIs',
  apiDocumentation: 'Document APIs',
} as const
