import type { APIRoute } from 'astro';
import { markPng } from '../components/mark-png.ts';

/** The icon sizes that home screens need (manifest.webmanifest). */
export const getStaticPaths = () =>
  [192, 512].map((width) => ({ params: { width: String(width) }, props: { width } }));

export const GET: APIRoute<{ width: number }> = ({ props }) => markPng(props.width);
