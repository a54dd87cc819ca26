import type { NameList } from './name-list.ts'

/** Names from the Americas, Great Britain, Ireland and Spain. */
export const westernNames: NameList[] = [
  {
    weight: 300,
    country: 'US',
    first: `Emma Olivia Ava Charlotte Amelia Harper Evelyn Abigail Emily Elizabeth Grace Hannah Natalie Audrey Claire Lucy Ruth Helen Diane Joyce
      James William Benjamin Lucas Henry Theodore Jack Samuel David Joseph Carter Wyatt Matthew Luke Gabriel Isaac Nathan Caleb Ryan Aaron
      Marcus Jamal Keisha Latoya Darnell Imani Malik Ebony Tyrone Aisha Brittany Cody Heather Travis Megan Dustin Paige Brody Whitney Garrett`,
    last: `Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Jackson Martin Lee Thompson White Harris Clark Lewis
      Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans
      Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy Bailey Cooper Richardson Cox Howard Ward Peterson Gray Watson Brooks
      Washington Jefferson Freeman Booker Banks Whitaker Lindqvist Halvorsen McAllister O'Donnell Fitzgerald Sinclair-Hughes Ashworth Blackwell Holloway`,
  },
  {
    weight: 60,
    country: 'GB',
    first: `Alfie Poppy Imogen Freya Rhys Cerys Angus Isla Hamish Eilidh Nigel Philippa Gareth Siân Dylan Bronwen Callum Fiona Rupert Beatrice Hugo Florence`,
    last: `Hughes Pritchard Llewellyn MacDonald Ferguson Drummond Fairbairn Ashcroft Pemberton Thistlewood Greenhalgh Hargreaves Entwistle Cavendish
      Whittaker Barraclough Okonkwo-Reid Featherstone Sutherland Buchanan Lockhart Penrose Trelawney`,
  },
  {
    weight: 25,
    country: 'IE',
    first: `Aoife Niamh Saoirse Ciarán Seán Oisín Caoimhe Róisín Pádraig Siobhán Éabha Fionn Donnacha Gráinne Eoin Máire`,
    last: `O'Brien O'Sullivan Byrne Walsh Ní_Dhomhnaill Ó_Ceallaigh Gallagher Kavanagh Doyle Nolan Brennan FitzPatrick McCarthy Hennessy Mulcahy`,
  },
  {
    weight: 30,
    country: 'CA',
    first: `Mélanie Étienne Maxime Geneviève Félix Noémie Liam Madison Logan Kaitlyn Tyler Brooke Benoît Joëlle Mathieu Océane`,
    last: `Tremblay Gagnon Bouchard Côté Lavoie Bélanger Pelletier Fortier MacKenzie Fraser Redcloud Beauchamp L'Écuyer Lévesque Thériault Cardinal`,
  },
  {
    weight: 90,
    country: 'ES',
    first: `Sofía Lucía Martina María José_Luis Álvaro Íñigo Begoña Nuria Iván Rubén Inés Ángel Concepción Joaquín Raúl Belén Núria Jordi Montserrat Xavier Aitor Ainhoa Peña`,
    last: `García_López Martínez Rodríguez_Vega Sánchez Fernández Núñez Muñoz_Ibáñez Peña Ortiz Castaño Gutiérrez Ibáñez Jiménez Domínguez Vázquez
      Etxeberria Zabaleta Puigdomènech Ferrer Serrano Bermúdez Cordero Quiñones Sepúlveda Marín Yáñez`,
  },
  {
    weight: 80,
    country: 'MX',
    first: `Guadalupe Ximena Valentina Alejandro Diego Emiliano Camila Renata Itzel Citlali Cuauhtémoc Mateo Santiago Lupita Fernanda Héctor Óscar Yolanda Rocío Andrés`,
    last: `Hernández González Ramírez Flores Torres Rivera Gómez Cruz Morales Reyes Mendoza Ávila Cárdenas Zúñiga Tlapanco Xicoténcatl De_la_Cruz
      Del_Río Villaseñor Escobedo Bañuelos Camacho Ochoa Treviño Garza`,
  },
  {
    weight: 30,
    country: 'BR',
    first: `João Antônio Conceição Luíza Thaís Vinícius Gonçalo Beatriz Rafael Letícia Caio Marcelo Tainá Iracema Ubiratã Bárbara`,
    last: `da_Silva dos_Santos Oliveira Souza Conceição Araújo Gonçalves Magalhães Nóbrega Simões Assunção Teixeira Guimarães Sá Brandão Falcão`,
  },
]
