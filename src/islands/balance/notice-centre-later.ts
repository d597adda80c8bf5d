export { NoticeCentre } from './NoticeCentre.tsx';
