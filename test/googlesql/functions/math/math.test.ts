import { testGoldens } from '../goldens.ts';

testGoldens('math');
